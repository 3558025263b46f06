package encore.infra.backend.peer;

import encore.kernel.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a node answers to a command or a query: what was done or found, or the rule that says no.
 *
 * @param number the position of a command's last event, or a question's lag
 */
record Answer<R>(long number, @Nullable R found, @Nullable Refused refused) {

    /** A {@link Refusal} on its way. */
    record Refused(Refusal.Kind kind, String type, @Nullable String field, String sentence) {}

    static Answer<?> refused(Refusal refusal) {
        return new Answer<>(0, null, new Refused(refusal.kind(), refusal.type(), refusal.field(), refusal.sentence()));
    }

    /** Nobody waits for it any longer. */
    static Refusal late() {
        return new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "not-answered",
                "No answer came in time. What was asked may yet be done: try again.");
    }

    /** Returns what was done or found; throws the {@link Refusal} when there is one. */
    R get() {
        if (refused != null) {
            throw new Refusal(refused.kind(), refused.type(), refused.field(), refused.sentence());
        }
        if (found == null) {
            throw new IllegalStateException("A node answered nothing");
        }
        return found;
    }
}
