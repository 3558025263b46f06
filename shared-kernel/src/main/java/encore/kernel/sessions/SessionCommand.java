package encore.kernel.sessions;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.names.StoredName;
import encore.kernel.sessions.logins.LoginDetails;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands of sessions. Times are those of the gateway. */
public sealed interface SessionCommand<R> extends Command<R> {

    /**
     * Checks the business and the campaign that a fan or guest logs in for, before any other step. An unknown one is
     * refused, and for a public call also a campaign that is switched off or over. It changes nothing.
     *
     * @param isPublic whether the call came without the secret
     */
    record CheckPlace(BusinessId business, @Nullable Long pageTabId, boolean isPublic)
            implements SessionCommand<CheckedPlace> {
        @Override
        public BusinessId stream() {
            return business;
        }
    }

    /** Opens the session of a guest. An unknown business or campaign is refused. */
    record OpenGuestSession(
            GuestId guest, long businessId, @Nullable Long pageTabId, Instant at)
            implements SessionCommand<OpenedSession>, Command.NewStream {
        @Override
        public GuestId stream() {
            return guest;
        }
    }

    /**
     * Logs a fan in, and ends the session that the login replaces. The credentials were checked before. A password that
     * is not the fan's any more is refused (RULE, {@code password-changed}).
     *
     * @param login the new session
     * @param replaced the session_ref of a session of the account, of whichever fan or guest; null for none. If it has
     *     ended already, nothing more happens to it.
     */
    record LogIn(OpenFanSession login, @Nullable String replaced) implements SessionCommand<OpenedSession> {
        @Override
        public LoginsId stream() {
            return login.logins();
        }
    }

    /**
     * Opens a session of a fan, as the last step of a login. A fan that is unknown or erased, an unknown business and an
     * unknown campaign are refused.
     *
     * @param sessionHash the session_ref of the new session
     * @param passwordPosition the position of the {@code fan_password_set} whose password was compared or set; null when
     *     none was
     * @param replaced the session_ref of a session of the same fan that ends; null for none
     * @param acceptedTerms the version of the legal texts that the fan accepted with this login; null for none
     */
    @RecordBuilder
    record OpenFanSession(
            LoginsId logins,
            String sessionHash,
            LoginDetails details,
            @Nullable Long passwordPosition,
            @Nullable String replaced,
            @Nullable String acceptedTerms,
            Instant at)
            implements SessionCommand<OpenedSession> {
        @Override
        public LoginsId stream() {
            return logins;
        }

        /** Returns the same login with the session of the same fan that it replaces. */
        public OpenFanSession replacing(@Nullable String session) {
            return new OpenFanSession(logins, sessionHash, details, passwordPosition, session, acceptedTerms, at);
        }
    }

    /** Reads which legal texts a fan has accepted. Records nothing. */
    @StoredName("TellAcceptedTerms")
    record ReadAcceptedTerms(LoginsId logins) implements SessionCommand<AcceptedTerms> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    /**
     * Uses a session: answers its state, and prolongs it when that is due. A session that is unknown or over is refused
     * as unknown.
     */
    record UseSession(SessionId session, Instant at) implements SessionCommand<LiveSessionState> {
        @Override
        public SessionId stream() {
            return session;
        }
    }

    /** Uses a session of a fan. */
    record UseFanSession(LoginsId logins, String sessionHash, Instant at) implements SessionCommand<LiveSessionState> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    /** Uses the session of a guest. */
    record UseGuestSession(GuestId guest, Instant at) implements SessionCommand<LiveSessionState> {
        @Override
        public GuestId stream() {
            return guest;
        }
    }

    /**
     * Ends a session, of whichever fan or guest. One that is unknown or has ended is refused as unknown.
     *
     * @param byStaff whether the call came below {@code manage/}
     */
    record EndSession(SessionId session, boolean byStaff) implements SessionCommand<EndedSessions> {
        @Override
        public SessionId stream() {
            return session;
        }
    }

    /**
     * Ends one session of a fan. One that is unknown or has ended is refused as unknown.
     *
     * @param byStaff whether the call came below {@code manage/}
     */
    record EndFanSession(LoginsId logins, String sessionHash, boolean byStaff)
            implements SessionCommand<EndedSessions> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    /** Ends the session of a guest. One that has ended is refused as unknown. */
    record EndGuestSession(GuestId guest, boolean byStaff) implements SessionCommand<EndedSessions> {
        @Override
        public GuestId stream() {
            return guest;
        }
    }

    /** Ends the session of a guest that has run out. Otherwise changes nothing. */
    record ExpireGuestSession(GuestId guest) implements SessionCommand<EndedSessions> {
        @Override
        public GuestId stream() {
            return guest;
        }
    }

    /**
     * Ends the sessions of a fan, in one commit.
     *
     * @param except the session_ref of the session that goes on; null to end all
     * @param upTo the sequence of the last event in the stream whose session ends; null to end also those that were
     *     opened since
     */
    record EndOtherSessions(
            LoginsId logins,
            @Nullable String except,
            @Nullable Long upTo) implements SessionCommand<EndedSessions> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    /** Ends all sessions of a fan, for staff. The path names the fan, so an unknown one is refused as unknown. */
    record RevokeSessions(LoginsId logins) implements SessionCommand<EndedSessions> {
        @Override
        public LoginsId stream() {
            return logins;
        }
    }

    @Override
    StreamId stream();
}
