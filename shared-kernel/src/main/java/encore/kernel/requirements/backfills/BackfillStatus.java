package encore.kernel.requirements.backfills;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How far the present rule of a quest or a reward was applied to the past.
 *
 * @param readTo the position up to which the log was read for it; null unless it is {@code READING}
 * @param head the position of the last event of the log
 */
public record BackfillStatus(State state, @Nullable Long readTo, long head) {

    /** The steps that a rule takes, from its beginning until it is followed. */
    public enum State {
        /** There is no rule that completes or gives it: calls or staff do, or it is switched off, over or deleted. */
        NO_RULE,
        /** The rule waits until the log is read for it. */
        WAITING,
        /** The log is being read for the rule. */
        READING,
        /** The past was looked through. From now on the rule is followed as events come. */
        DONE;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the status of a rule that the log is not being read for. */
    public static BackfillStatus of(State state, long head) {
        return new BackfillStatus(state, null, head);
    }
}
