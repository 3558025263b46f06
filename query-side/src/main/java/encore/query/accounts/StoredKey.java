package encore.query.accounts;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.accounts.ApiKey;
import encore.kernel.accounts.EndedSession;
import encore.kernel.accounts.KeyEvent.ConsoleSessionEnded;
import encore.kernel.accounts.KeyEvent.Issued;
import encore.kernel.people.Role;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A key with the hash of its secret. It is not an {@link ApiKey}, because gateways need the hash and no answer has
 * it.
 */
record StoredKey(
        long account,
        String apiKey,
        String secretHash,
        String label,
        List<String> scopes,
        Instant issued,
        long position,
        @Nullable List<EndedSession> endedSessions,
        @Nullable Role ceiling) {

    /**
     * @param endedSessions console sessions of this key that were ended explicitly; null for none
     * @param ceiling the role that bounds what it may do with its secret; null for none
     */
    StoredKey {
        scopes = List.copyOf(scopes);
        endedSessions = endedSessions == null ? null : List.copyOf(endedSessions);
    }

    static StoredKey of(Issued event, RecordedEvent recordedEvent) {
        return new StoredKey(
                event.key().account(),
                event.key().apiKey(),
                event.secretHash(),
                event.label(),
                event.scopes(),
                recordedEvent.at(),
                recordedEvent.position(),
                null,
                event.ceiling());
    }

    /** Adds an ended session, and removes those that have expired by now. */
    StoredKey withEndedSession(ConsoleSessionEnded event, RecordedEvent recordedEvent) {
        return new StoredKey(
                account,
                apiKey,
                secretHash,
                label,
                scopes,
                issued,
                position,
                Stream.concat(
                                endedSessionsOrEmpty().stream()
                                        .filter(other -> !other.session().equals(event.session())
                                                && other.until()
                                                        >= recordedEvent.at().getEpochSecond()),
                                Stream.of(new EndedSession(event.session(), event.until())))
                        .toList(),
                ceiling);
    }

    private List<EndedSession> endedSessionsOrEmpty() {
        return endedSessions == null ? List.of() : endedSessions;
    }

    ApiKey toApiKey() {
        return new ApiKey(apiKey, label, scopes, ceiling, issued);
    }

    ControlMessage.Key toControl() {
        return new ControlMessage.Key(
                account,
                apiKey,
                secretHash,
                label,
                Set.copyOf(scopes),
                endedSessionsOrEmpty().stream().map(EndedSession::session).collect(Collectors.toSet()),
                ceiling);
    }
}
