package encore.kernel.calls;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one caller, as far as gateways remember them.
 *
 * @param apiKey the public half of a key pair; null for a person
 * @param keyLabel the label of that key pair; null when the pair is not valid any more
 * @param personUid the person; null for a key pair
 */
public record CallerCalls(
        @Nullable String apiKey,
        @Nullable String keyLabel,
        @Nullable String personUid,
        int callCount,
        int failedCount,
        @WireTime(WireTime.Form.BOTH) Instant lastCallTimestamp) {

    /** Returns the sums of two gateways. */
    public CallerCalls plus(CallerCalls other) {
        return new CallerCalls(
                apiKey,
                keyLabel,
                personUid,
                callCount + other.callCount,
                failedCount + other.failedCount,
                lastCallTimestamp.isAfter(other.lastCallTimestamp) ? lastCallTimestamp : other.lastCallTimestamp);
    }

    /** Returns the same with the label of the key pair. */
    public CallerCalls labelled(@Nullable String label) {
        return new CallerCalls(apiKey, label, personUid, callCount, failedCount, lastCallTimestamp);
    }
}
