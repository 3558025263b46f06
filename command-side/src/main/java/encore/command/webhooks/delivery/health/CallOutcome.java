package encore.command.webhooks.delivery.health;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one call.
 *
 * @param failure null for a success
 * @param status the status of the answer; null for none
 * @param retryAfter the time for which the endpoint asks to wait; null for none
 */
public record CallOutcome(
        @Nullable FailureKind failure,
        @Nullable Integer status,
        @Nullable Duration retryAfter) {

    private static final int GONE = 410;
    private static final int TOO_MANY = 429;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;

    /** Returns the outcome of an answered call. */
    public static CallOutcome answered(int status, @Nullable Duration retryAfter) {
        return new CallOutcome(status / 100 == 2 ? null : FailureKind.STATUS, status, retryAfter);
    }

    /** Returns the outcome of a call without an answer. */
    public static CallOutcome failed(FailureKind failure) {
        return new CallOutcome(failure, null, null);
    }

    boolean isGone() {
        return status != null && status == GONE;
    }

    /** Returns whether the failure is the endpoint's fault, whatever the message. */
    boolean blamesEndpoint() {
        if (status == null) {
            return failure != FailureKind.UNREADABLE && failure != FailureKind.UNSENT;
        }
        return status == TOO_MANY || status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT;
    }
}
