package encore.kernel.fanstreams.pages;

import org.jspecify.annotations.Nullable;

/**
 * A record before the name of its fan is joined.
 *
 * @param fanId the author, if it is a fan; null for an imported record of nobody who is a fan
 * @param isSent whether the fan sent it; an imported record keeps the names of its network
 */
public record ShownRecord(@Nullable Long fanId, boolean isSent, StreamRecord record) {

    /** A record before the names of its fan and of the one who decided on it are joined. */
    public record Managed(ShownRecord shown, ManagedRecord record) {}
}
