package encore.api.calls;

import encore.kernel.calls.CallMinute;
import encore.kernel.calls.CallerCalls;
import encore.kernel.calls.RecordedCall;
import java.util.List;

/**
 * The last calls of an account.
 *
 * @param calls the newest first
 * @param minutes the last hour by minute, whatever the status
 * @param callers each caller with its calls, the latest first
 * @param gateways the gateways that answered
 * @param missing the gateways that did not answer within a second, or ended in the last ten minutes
 * @param isComplete whether all gateways answered
 */
record AccountCalls(
        List<RecordedCall> calls,
        List<CallMinute> minutes,
        List<CallerCalls> callers,
        List<String> gateways,
        List<String> missing,
        boolean isComplete) {
    AccountCalls {
        calls = List.copyOf(calls);
        minutes = List.copyOf(minutes);
        callers = List.copyOf(callers);
        gateways = List.copyOf(gateways);
        missing = List.copyOf(missing);
    }
}
