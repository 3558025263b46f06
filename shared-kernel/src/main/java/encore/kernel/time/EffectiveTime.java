package encore.kernel.time;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The time of its own that an award or an activity may have beside the stamp of the log. */
public final class EffectiveTime {

    private EffectiveTime() {}

    /** Returns the time that an event counts at: its own, if it has one that is not later than its stamp. */
    public static Instant of(@Nullable Instant effectiveAt, Instant stamp) {
        return effectiveAt == null || effectiveAt.isAfter(stamp) ? stamp : effectiveAt;
    }

    /** Returns the time of its own as answers show it; null for an event without one. */
    public static @Nullable Instant shown(@Nullable Instant effectiveAt, Instant stamp) {
        return effectiveAt == null ? null : of(effectiveAt, stamp);
    }

    /** Returns the stamp as documents keep it beside the time of its own; null for an event without one. */
    public static @Nullable Instant recordedAt(@Nullable Instant effectiveAt, Instant stamp) {
        return effectiveAt == null ? null : stamp;
    }
}
