package encore.kernel.sessions;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import encore.kernel.sessions.logins.LoginDetails;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to sessions. A session is named by its session_ref, which is made from a keyed hash of the
 * session_uid and opens nothing. The sessions of a fan share one stream. A guest's session has a stream of its own, and
 * holds nothing personal.
 */
public sealed interface SessionEvent extends Event {

    /** An event of the sessions of a fan. */
    sealed interface OfFan extends SessionEvent {
        LoginsId logins();

        @Override
        default FanId subject() {
            return logins().fan();
        }
    }

    /** An event of the session of a guest. */
    sealed interface OfGuest extends SessionEvent {
        GuestId guest();
    }

    /** An event that ends sessions of a fan. */
    sealed interface EndOfFanSessions extends OfFan {
        List<String> sessionHashes();
    }

    /** The event that ends the session of a guest. */
    sealed interface EndOfGuestSession extends OfGuest, Event.FinalEvent {
        @Override
        default boolean erases() {
            return false;
        }
    }

    /**
     * A fan logged in.
     *
     * @param sessionHash the session_ref
     * @param passwordPosition the position of the {@code fan_password_set} whose password was compared; null when none
     *     was
     * @param expiresAt the end of the session, unless it is prolonged or ended before
     */
    @Revision("1")
    record FanSessionOpened(
            @PublishedValue LoginsId logins,
            @Secret @NotPersonal("made from a keyed hash") String sessionHash,
            @PublishedValue LoginDetails details,
            @Secret @Nullable Long passwordPosition,
            Instant expiresAt)
            implements OfFan {}

    /**
     * A fan accepted the legal texts of a business, with the login whose event stands beside this one.
     *
     * @param version the hash of the texts
     */
    @Revision("1")
    record TermsAccepted(
            @PublishedValue LoginsId logins,

            @PublishedValue @NotPersonal("a hash of public texts")
            String version) implements OfFan {}

    /** The session of a fan was used after a while, so it lives longer. */
    @Revision("1")
    record FanSessionProlonged(
            @PublishedValue LoginsId logins,
            @Secret @NotPersonal("made from a keyed hash") String sessionHash,
            Instant expiresAt)
            implements OfFan {}

    /** Sessions of a fan ended before their time: the fan logged in anew, or another feature ended them. */
    @Revision("1")
    record FanSessionsEnded(
            @PublishedValue LoginsId logins,
            @Secret @NotPersonal("made from keyed hashes") List<String> sessionHashes) implements EndOfFanSessions {
        public FanSessionsEnded {
            sessionHashes = List.copyOf(sessionHashes);
        }
    }

    /** Staff ended sessions of a fan. */
    @Revision("1")
    record FanSessionsRevoked(
            @PublishedValue LoginsId logins,
            @Secret @NotPersonal("made from keyed hashes") List<String> sessionHashes)
            implements EndOfFanSessions, Event.ManagementAction {
        public FanSessionsRevoked {
            sessionHashes = List.copyOf(sessionHashes);
        }

        @Override
        public String target() {
            return logins.toString();
        }
    }

    /**
     * A session of a guest began.
     *
     * @param expiresAt the end of the session, unless it is prolonged or ended before
     */
    @Revision("1")
    record GuestSessionOpened(
            GuestId guest,
            @PublishedValue long businessId,
            @PublishedValue @Nullable Long pageTabId,
            Instant expiresAt) implements OfGuest {}

    /** The session of a guest was used after a while, so it lives longer. */
    @Revision("1")
    record GuestSessionProlonged(GuestId guest, Instant expiresAt) implements OfGuest {}

    /** The session of a guest ended before its time, because the guest logged in. */
    @Revision("1")
    record GuestSessionEnded(GuestId guest) implements EndOfGuestSession {}

    /** The session of a guest ran out a day ago. Nobody used it since, so nothing of it is needed any more. */
    @Revision("1")
    record GuestSessionExpired(GuestId guest) implements EndOfGuestSession {}

    /** Staff ended the session of a guest. */
    @Revision("1")
    record GuestSessionRevoked(GuestId guest) implements EndOfGuestSession, Event.ManagementAction {
        @Override
        public String target() {
            return guest.toString();
        }
    }
}
