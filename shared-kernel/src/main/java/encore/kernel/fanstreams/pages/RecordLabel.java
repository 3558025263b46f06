package encore.kernel.fanstreams.pages;

import java.time.Instant;
import java.util.Locale;

/**
 * A label of a record.
 *
 * @param label as it was given
 * @param at the time at which the record got it
 */
public record RecordLabel(String label, Instant at) {

    /** Returns the key of a label: small letters, with {@code _} for space. */
    public static String key(String label) {
        return label.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", "_");
    }
}
