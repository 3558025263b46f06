package encore.infra.eventstore.beside;

import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.NewCommit.Claimed;
import encore.infra.eventstore.verify.LogVerifier;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A log's rows, and the rows beside its chain. A verifier asks about commits in the order of its walk. */
public interface BesideRows extends LogVerifier.Rows {

    /** Returns the request that is stored with the commit that the walk reached last; null when there is none. */
    @Nullable
    HonouredRequest request(LogVerifier.Commit commit);

    /**
     * Returns a stored once-key, or null. A store that keeps once-keys inside their commits looks only in this commit.
     */
    @Nullable
    KeptKey key(LogVerifier.Commit commit, byte[] hash);

    /** Counts the once-keys up to the end of the walk. */
    long keys();

    /** Returns the least position at which a once-key is stored a second time; null when every key is stored once. */
    @Nullable
    Long keptTwice();

    /** Returns all once-keys, in no order. Call it after the walk. */
    Iterator<KeptKey> eachKey();

    /** Returns every claim as it is now, also those that a commit has reserved and not taken yet. */
    Iterator<Claimed> claims();

    /** Returns the streams with events after the end of the walk: their claims may have changed since. */
    Set<String> movedSince();

    /**
     * A stored once-key.
     *
     * @param position of the last event of the commit that used it
     * @param hash the first 16 bytes of the key's hash
     */
    record KeptKey(long position, byte[] hash, String fingerprint, byte[] answer) {}
}
