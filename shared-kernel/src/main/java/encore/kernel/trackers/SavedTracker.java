package encore.kernel.trackers;

import org.jspecify.annotations.Nullable;

/**
 * The tracker that a command is about.
 *
 * @param virtualDomain null for the public host
 */
public record SavedTracker(long trackerId, @Nullable String virtualDomain, String trackerKey) {}
