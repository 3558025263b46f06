package encore.infra.eventstore.keys;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys, in a store of their own outside the log and its backups ({@code keys.db}). */
public interface KeyStore extends AutoCloseable {

    /**
     * Makes a subject's key (AES-256), durable on return. Many callers share one sync. A key that is there is answered
     * again; over a tombstone none is made.
     *
     * @throws IllegalStateException when the subject was erased
     */
    byte[] create(String subject);

    /** A subject's key, or null when there is none or it was destroyed. Cached. */
    byte @Nullable [] find(String subject);

    /** Says whose keys are wanted next: one reading, where {@link #find} is one for each that is not in memory. */
    default void prepare(Collection<String> subjects) {}

    /**
     * Overwrites subjects' keys and leaves tombstones, durable on return; the file's free pages hold no byte of them. All
     * of them share a sync.
     */
    void destroy(Collection<String> subjects);

    /** The same for one. */
    default void destroy(String subject) {
        destroy(Set.of(subject));
    }

    /** Subjects whose keys were destroyed, in order, behind one. */
    default List<String> destroyed(String after, int limit) {
        return List.of();
    }

    /** An installation-wide secret of 32 bytes by name (hmac of requests, of claims, of api secrets); made when missing. */
    byte[] installation(String name);

    /** The log position up to which erasures were carried out here. */
    long sweptTo();

    void sweptTo(long position);

    @Override
    void close();
}
