package encore.infra.eventstore.verify;

import encore.infra.eventstore.log.HonouredRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A commit as one store has it and another is to have it, hashes and all.
 *
 * @param keys the once-keys that it used
 */
public record CopiedCommit(
        LogVerifier.Commit commit,
        List<LogVerifier.Event> events,
        @Nullable HonouredRequest request,
        List<Key> keys) {

    public CopiedCommit {
        events = List.copyOf(events);
        keys = List.copyOf(keys);
    }

    public long last() {
        return commit.columns().first() + commit.columns().count() - 1;
    }

    /** A once-key as it is stored: the first 16 bytes of its hash. */
    public record Key(byte[] hash, String fingerprint, byte[] answer) {}
}
