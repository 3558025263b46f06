package encore.infra.eventstore.verify;

import encore.infra.eventstore.log.commit.RememberedAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A commit to copy from one store into another, with its hashes.
 *
 * @param keys the once-keys that the commit used
 */
public record CopiedCommit(
        LogVerifier.Commit commit,
        List<LogVerifier.Event> events,
        @Nullable RememberedAnswer request,
        List<Key> keys) {

    public CopiedCommit {
        events = List.copyOf(events);
        keys = List.copyOf(keys);
    }

    public long last() {
        return commit.columns().first() + commit.columns().count() - 1;
    }

    /**
     * A stored once-key.
     *
     * @param hash the first 16 bytes of the key's hash
     */
    public record Key(byte[] hash, String fingerprint, byte[] answer) {}
}
