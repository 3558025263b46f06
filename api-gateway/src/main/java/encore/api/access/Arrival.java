package encore.api.access;

import java.net.InetAddress;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call or connection that asks for access: where it comes from and which campaigns it names. Bans are decided by
 * this.
 *
 * @param address null when it is not known
 * @param pageTabs the campaigns that the call names, searched only when a ban depends on them
 * @param moreToCome whether the body, which has not been read yet, may name more campaigns
 * @param evenBanned whether banned addresses are let in too
 */
record Arrival(@Nullable InetAddress address, Supplier<Set<Long>> pageTabs, boolean moreToCome, boolean evenBanned) {

    /** Returns the attempt of a connection, which names no campaign yet. */
    static Arrival ofConnection(@Nullable InetAddress address) {
        return new Arrival(address, Set::of, false, false);
    }
}
