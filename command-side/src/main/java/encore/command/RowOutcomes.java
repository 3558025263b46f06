package encore.command;

import encore.kernel.Refusal;
import encore.kernel.imports.ImportedRowOutcome;
import java.util.function.Supplier;

/**
 * Turns the decision about one row of an import into its outcome, so that a row that is refused does not stop the others.
 */
public final class RowOutcomes {

    /** A row is decided again if another call changed the same thing at the same time. */
    private static final int MAX_ATTEMPTS = 3;

    private static final String QUOTA_REACHED = "quota-reached";
    private static final String KEY_USED_OTHERWISE = "key-used-otherwise";

    private RowOutcomes() {}

    /**
     * Returns the outcome of a decision. A refusal that concerns all rows (the store is unavailable, a quota is reached)
     * is thrown: it ends the call.
     */
    public static ImportedRowOutcome of(Supplier<ImportedRowOutcome> decision) {
        for (int attempt = 1; ; attempt++) {
            try {
                return decision.get();
            } catch (Refusal refusal) {
                if (refusal.kind() == Refusal.Kind.UNAVAILABLE || refusal.type().equals(QUOTA_REACHED)) {
                    throw refusal;
                }
                if (refusal.kind() != Refusal.Kind.CONFLICT || attempt == MAX_ATTEMPTS) {
                    return outcome(refusal);
                }
            }
        }
    }

    /** Returns the refusal of a key that another call has just used: the row is decided again, as a repeat. */
    public static Refusal keyTakenRefusal() {
        return new Refusal(Refusal.Kind.CONFLICT, "key-taken", "Another call has just used this key; try again.");
    }

    private static ImportedRowOutcome outcome(Refusal refusal) {
        return refusal.type().equals(KEY_USED_OTHERWISE)
                ? new ImportedRowOutcome(ImportedRowOutcome.DIFFERS, null, refusal.field(), refusal.sentence())
                : ImportedRowOutcome.refused(refusal);
    }
}
