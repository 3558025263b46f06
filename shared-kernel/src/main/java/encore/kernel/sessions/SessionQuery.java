package encore.kernel.sessions;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.sessions.logins.TermsAcceptance;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about sessions. */
public sealed interface SessionQuery<R> extends Query<R> {

    /** One session by its session_ref, with tags and props of its fan; one that is unknown or over is refused. */
    record FindSession(long account, String sessionHash) implements SessionQuery<Session> {}

    /** The live sessions of a fan at a moment, oldest first; an unknown fan is refused as unknown. */
    record FindFanSessions(long account, long fanId, Instant liveAt, Paging.NextKey paging)
            implements SessionQuery<Page<Session>> {}

    /** One login as it is stored, as a list of one or none. */
    record FindLogin(long account, String sessionHash) implements SessionQuery<List<Login>> {}

    /**
     * Logins of a fan as they are stored, oldest first.
     *
     * @param liveAt limits the answer to sessions that are live at this moment; null for all
     */
    record FindLogins(long account, long fanId, @Nullable Instant liveAt, Paging.NextKey paging)
            implements SessionQuery<Page<Login>> {}

    /** The addresses of logins, for the rows of other features. Sessions that are unknown or have none are left out. */
    record FindLoginAddresses(long account, List<String> sessionHashes) implements SessionQuery<List<LoginAddress>> {
        public FindLoginAddresses {
            sessionHashes = List.copyOf(sessionHashes);
        }
    }

    /** The legal texts that a fan has accepted, oldest first; empty for an unknown or erased fan. */
    record FindTermsOfFan(long account, long fanId) implements SessionQuery<List<TermsAcceptance>> {}

    /** The address of a login. */
    record LoginAddress(String sessionHash, String ipAddress) {}
}
