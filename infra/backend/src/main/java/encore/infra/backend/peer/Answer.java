package encore.infra.backend.peer;

import encore.kernel.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * A node's answer to a command or a query: its result, or a refusal.
 *
 * @param number the position of a command's last event, or the lag of a query
 */
record Answer<R>(long number, @Nullable R found, @Nullable Refused refused) {

    /** A {@link Refusal} in the form that nodes exchange. */
    record Refused(Refusal.Kind kind, String type, @Nullable String field, String sentence) {}

    static Answer<?> refused(Refusal refusal) {
        return new Answer<>(0, null, new Refused(refusal.kind(), refusal.type(), refusal.field(), refusal.sentence()));
    }

    /** Returns the refusal for an answer that did not come in time. */
    static Refusal late() {
        return new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "not-answered",
                "No answer came in time. The request may still be carried out: try again.");
    }

    /** Returns the result, or throws the {@link Refusal} if there is one. */
    R get() {
        if (refused != null) {
            throw new Refusal(refused.kind(), refused.type(), refused.field(), refused.sentence());
        }
        if (found == null) {
            throw new IllegalStateException("A node's answer contains neither a result nor a refusal");
        }
        return found;
    }
}
