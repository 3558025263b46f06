package encore.infra.eventstore.keys;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Many subjects' keys by one question; those that have none, or none any more, are not in the answer. */
    default Map<String, byte[]> findAll(Collection<String> subjects) {
        Map<String, byte[]> found = HashMap.newHashMap(subjects.size());
        for (String subject : subjects) {
            byte[] key = find(subject);
            if (key != null) {
                found.put(subject, key);
            }
        }
        return found;
    }

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
