package encore.api.access;

import java.net.InetAddress;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says where a caller comes from and what he comes for: so much is known of everybody before he is let in.
 *
 * @param address null when it is not known
 * @param pageTabs the campaigns that the call names, looked for when it matters
 * @param moreToCome whether a body may name some more
 * @param evenBanned whether it is no matter where he comes from
 */
record Arrival(@Nullable InetAddress address, Supplier<Set<Long>> pageTabs, boolean moreToCome, boolean evenBanned) {

    /** A connection, which names no campaign yet. */
    static Arrival ofConnection(@Nullable InetAddress address) {
        return new Arrival(address, Set::of, false, false);
    }
}
