package encore.kernel.passes;

import encore.kernel.Patch;
import encore.kernel.published.PublishedValue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a pass that may change; a {@link Patch} changes them.
 *
 * @param claimFanId the fan that claimed the pass; null when that is the fan it was issued to
 * @param sectionUid the section that it is valid for
 */
public record PassDetails(
        @PublishedValue @Nullable Long claimFanId,
        @PublishedValue @Nullable UUID sectionUid) {

    public static final PassDetails NONE = new PassDetails(null, null);
}
