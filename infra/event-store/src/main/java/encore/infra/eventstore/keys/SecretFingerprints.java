package encore.infra.eventstore.keys;

import java.util.HashMap;
import java.util.Map;

/**
 * Fingerprints of the secrets that a log was written with. They are stored with the log and show when other secrets are
 * used. A fingerprint of 32 random bytes reveals nothing about them.
 */
public interface SecretFingerprints {

    /** Returns whether the log has events. Then other secrets would not fit it. */
    boolean hasEvents();

    /** Returns the fingerprints by the names of the secrets. */
    Map<String, byte[]> all();

    /** Stores a fingerprint durably. It replaces an earlier one of that name. */
    void put(String name, byte[] fingerprint);

    /** Returns fingerprints in memory, for a key store without a log that is opened only once. */
    static SecretFingerprints none() {
        Map<String, byte[]> marks = new HashMap<>();
        return new SecretFingerprints() {
            @Override
            public boolean hasEvents() {
                return false;
            }

            @Override
            public Map<String, byte[]> all() {
                return Map.copyOf(marks);
            }

            @Override
            public void put(String name, byte[] fingerprint) {
                marks.put(name, fingerprint);
            }
        };
    }
}
