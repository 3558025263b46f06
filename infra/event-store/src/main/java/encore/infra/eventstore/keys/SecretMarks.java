package encore.infra.eventstore.keys;

import java.util.HashMap;
import java.util.Map;

/**
 * What stands beside a log to tell the secrets that it was written with from others: a fingerprint of each. Of 32 random
 * bytes it gives nothing away.
 */
public interface SecretMarks {

    /** Whether the log has events, which other secrets would not fit. */
    boolean hasEvents();

    /** The fingerprints by the secrets' names. */
    Map<String, byte[]> all();

    /** Writes a fingerprint durably, over another. */
    void put(String name, byte[] fingerprint);

    /** Marks beside no log: for what holds keys alone, and is not opened twice. */
    static SecretMarks none() {
        Map<String, byte[]> marks = new HashMap<>();
        return new SecretMarks() {
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
