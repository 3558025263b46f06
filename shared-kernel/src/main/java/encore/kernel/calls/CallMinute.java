package encore.kernel.calls;

import encore.kernel.time.WireTime;
import java.time.Instant;

/**
 * The calls of a minute.
 *
 * @param minuteTimestamp when the minute began
 * @param succeededCount the calls that were answered with a status below 400
 * @param failedCount the other calls
 */
public record CallMinute(@WireTime(WireTime.Form.BOTH) Instant minuteTimestamp, int succeededCount, int failedCount) {

    /** Returns the sums of two gateways. */
    public CallMinute plus(CallMinute other) {
        return new CallMinute(minuteTimestamp, succeededCount + other.succeededCount, failedCount + other.failedCount);
    }
}
