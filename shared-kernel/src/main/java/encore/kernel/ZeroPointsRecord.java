package encore.kernel;

import encore.kernel.points.ZeroPoints;
import encore.kernel.time.EffectiveTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that may be a record of 0 points too. The record is listed with the fan's records of points. It changes no
 * balance, no rank and no tie, and is in no ledger.
 */
public interface ZeroPointsRecord extends Event {

    /**
     * Returns the record; null if this event is none.
     *
     * @param position the position of this event
     */
    @Nullable
    ZeroPoints zeroPoints(long position);

    /** Returns the time of its own; null for none. */
    default @Nullable Instant effectiveAt() {
        return null;
    }

    /** Returns the time that windows count the record at. */
    default Instant timeOf(Instant stamp) {
        return new EffectiveTime(effectiveAt(), stamp).time();
    }
}
