package encore.kernel.sessions;

import java.util.List;

/**
 * The answer to the end of sessions.
 *
 * @param sessionHashes the session_refs of those that ended now
 */
public record EndedSessions(List<String> sessionHashes) {
    public EndedSessions {
        sessionHashes = List.copyOf(sessionHashes);
    }
}
