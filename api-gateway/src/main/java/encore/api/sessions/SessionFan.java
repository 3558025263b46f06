package encore.api.sessions;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.fans.Fan;
import org.jspecify.annotations.Nullable;

/**
 * The fan of a session, or a guest.
 *
 * @param fan null for a guest
 * @param guest null for a fan
 */
record SessionFan(
        @JsonUnwrapped @Nullable Fan fan,
        @JsonUnwrapped @Nullable GuestFields guest) {

    /** A guest, of whom nothing else is known. */
    record GuestFields(long accountId, boolean isGuest) {}

    static SessionFan of(Fan fan) {
        return new SessionFan(fan, null);
    }

    static SessionFan guestOf(long account) {
        return new SessionFan(null, new GuestFields(account, true));
    }
}
