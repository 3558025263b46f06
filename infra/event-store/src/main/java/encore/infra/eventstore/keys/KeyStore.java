package encore.infra.eventstore.keys;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of personal data and the installation's secrets. They are stored apart from the log and its backups. */
public interface KeyStore extends AutoCloseable {

    /**
     * Creates a subject's key (AES-256), durable on return, or returns the existing one. Many callers share one sync. A
     * destroyed key is never created again.
     *
     * @throws IllegalStateException when the subject's key was destroyed
     */
    byte[] create(String subject);

    /** Returns a subject's key from a cache or the store, or null when there is none or it was destroyed. */
    byte @Nullable [] find(String subject);

    /**
     * Returns the keys of many subjects with one query. Subjects without a key, or whose key was destroyed, are left
     * out.
     */
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
     * Overwrites the keys of subjects and leaves tombstones with the reasons, durable on return. No free page of the file
     * contains a byte of these keys. All of them share one sync.
     */
    void destroy(Collection<KeyEnd> ends);

    /** Destroys the key of one erased subject. */
    default void destroy(String subject) {
        destroy(Set.of(KeyEnd.erasure(subject)));
    }

    /** Lists the keys that were destroyed, ordered by their subjects, after one subject. */
    default List<KeyEnd> endedKeys(String after, int limit) {
        return List.of();
    }

    /**
     * Returns a secret of the installation by name: 32 bytes, for example for the HMACs of requests, claims and api
     * secrets. It is created when it does not exist.
     */
    byte[] installationSecret(String name);

    /** Returns whether the key of a subject was destroyed. */
    default boolean isDestroyed(String subject) {
        return false;
    }

    /** Returns the log position up to which this store has carried out erasures. */
    long erasedUpTo();

    /** Stores the log position up to which this store has carried out erasures. */
    void erasedUpTo(long position);

    @Override
    void close();
}
