package encore.api.authentication;

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
 * @param bodyPending whether the body, which has not been read yet, may name more campaigns
 * @param bannedAllowed whether banned addresses are let in too
 */
record AccessAttempt(
        @Nullable InetAddress address, Supplier<Set<Long>> pageTabs, boolean bodyPending, boolean bannedAllowed) {

    /** Returns the attempt of a connection, which names no campaign yet. */
    static AccessAttempt ofConnection(@Nullable InetAddress address) {
        return new AccessAttempt(address, Set::of, false, false);
    }
}
