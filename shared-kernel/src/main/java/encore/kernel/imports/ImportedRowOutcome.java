package encore.kernel.imports;

import encore.kernel.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one row of an import.
 *
 * @param outcome one of the constants
 * @param fanId the fan of the row; null where none is known
 * @param field the field that is wrong; null where the row is done or known, or no single field is wrong
 * @param reason a sentence for the caller; null where the row is done or known
 */
public record ImportedRowOutcome(
        String outcome,
        @Nullable Long fanId,
        @Nullable String field,
        @Nullable String reason) {

    /** The row was applied now. */
    public static final String DONE = "done";

    /** The row was applied before, and nothing changed. */
    public static final String KNOWN = "known";

    /** The key was used for other values, and nothing changed. */
    public static final String DIFFERS = "differs";

    /** The row is wrong or impossible, and nothing changed. */
    public static final String REFUSED = "refused";

    public static ImportedRowOutcome done(@Nullable Long fanId) {
        return new ImportedRowOutcome(DONE, fanId, null, null);
    }

    public static ImportedRowOutcome known(@Nullable Long fanId) {
        return new ImportedRowOutcome(KNOWN, fanId, null, null);
    }

    /** @param key the field that has the key */
    public static ImportedRowOutcome differs(@Nullable Long fanId, String key) {
        return new ImportedRowOutcome(DIFFERS, fanId, key, "This " + key + " was used for other values.");
    }

    /** Returns the outcome of a known key: {@code known} if the values are the same, else {@code differs}. */
    public static ImportedRowOutcome ofKnownKey(boolean isSame, @Nullable Long fanId, String key) {
        return isSame ? known(fanId) : differs(fanId, key);
    }

    public static ImportedRowOutcome refused(@Nullable String field, String reason) {
        return new ImportedRowOutcome(REFUSED, null, field, reason);
    }

    public static ImportedRowOutcome refused(Refusal refusal) {
        return refused(refusal.field(), refusal.sentence());
    }
}
