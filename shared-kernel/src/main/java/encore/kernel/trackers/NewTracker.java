package encore.kernel.trackers;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;

/**
 * A tracker that is made together with the thing that it leads to. Both values are generated before the command.
 *
 * @param trackerKey 8 to 32 of a-z and 0-9, unique in the installation
 */
public record NewTracker(
        @PublishedValue long trackerId,
        @NotPersonal("a generated key") String trackerKey) {}
