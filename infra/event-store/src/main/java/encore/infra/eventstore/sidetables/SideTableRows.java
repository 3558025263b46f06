package encore.infra.eventstore.sidetables;

import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.verify.LogVerifier;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a log and of its side tables. Callers ask about commits in the order in which they read them. */
public interface SideTableRows extends LogVerifier.Rows {

    /** Returns the stored answer of the commit that was read last, or null. */
    @Nullable
    RememberedAnswer rememberedAnswer(LogVerifier.Commit commit);

    /**
     * Returns a stored once-key, or null. A log that stores keys with their commits only finds the key of this commit.
     */
    @Nullable
    StoredOnceKey onceKey(LogVerifier.Commit commit, byte[] hash);

    /** Returns the number of once-keys up to the last commit that is read. */
    long keyCount();

    /** Returns the least position at which a once-key is stored a second time; null when there is none. */
    @Nullable
    Long firstDuplicateOnceKey();

    /** Returns every once-key, in any order. Call this after all commits were read. */
    Iterator<StoredOnceKey> onceKeys();

    /** Returns every claim as it is now, also claims of commits that are being written. */
    Iterator<OwnedClaim> claims();

    /**
     * Returns the streams that were appended to after the last commit that is read: their claims may have changed
     * since.
     */
    Set<String> streamsChangedSince();

    /**
     * A stored once-key.
     *
     * @param position the position of the last event of the commit that used the key
     * @param hash the first 16 bytes of the key's hash
     */
    record StoredOnceKey(long position, byte[] hash, String fingerprint, byte[] answer) {}
}
