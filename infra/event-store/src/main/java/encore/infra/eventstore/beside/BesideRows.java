package encore.infra.eventstore.beside;

import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.NewCommit.Claimed;
import encore.infra.eventstore.verify.LogVerifier;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A log's rows with what stands beside them. Commits are asked about in the order of a walk. */
public interface BesideRows extends LogVerifier.Rows {

    /** The request that is kept with the commit that was walked to last. */
    @Nullable
    HonouredRequest request(LogVerifier.Commit commit);

    /** A once-key as it is kept, if it is; where a log keeps keys with their commits, only if it is kept with this one. */
    @Nullable
    KeptKey key(LogVerifier.Commit commit, byte[] hash);

    /** How many once-keys there are up to the end of the walk. */
    long keys();

    /** The least position at which a once-key is kept a second time; null where there is none. */
    @Nullable
    Long keptTwice();

    /** Each of them, once the walk is over; in no order. */
    Iterator<KeptKey> eachKey();

    /** Every claim, held or on its way, as it is now. */
    Iterator<Claimed> claims();

    /** The streams that were appended to behind the end of the walk: their claims are on the move. */
    Set<String> movedSince();

    /**
     * A once-key as it is kept.
     *
     * @param position of the last event of the commit that used it
     * @param hash the first 16 bytes of the key's
     */
    record KeptKey(long position, byte[] hash, String fingerprint, byte[] answer) {}
}
