package encore.kernel.time;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The two times of an award or an activity.
 *
 * @param own the time of its own that the caller gave; null for none
 * @param stamp the time at which the log recorded it
 */
public record EffectiveTime(@Nullable Instant own, Instant stamp) {

    /** Returns the time that it counts at: its own, if it has one that is not later than its stamp. */
    public Instant time() {
        return own == null || own.isAfter(stamp) ? stamp : own;
    }

    /** Returns the time of its own as answers show it; null for none. */
    public @Nullable Instant shown() {
        return own == null ? null : time();
    }

    /** Returns the stamp as documents keep it beside the time of its own; null without one. */
    public @Nullable Instant recordedAt() {
        return own == null ? null : stamp;
    }
}
