package encore.kernel.calls;

import java.util.List;

/**
 * The calls that one gateway remembers.
 *
 * @param calls the newest first
 * @param minutes the last hour by minute, oldest first, whatever the status; minutes without a call are left out
 * @param callers each caller of the account, whatever the selection
 */
public record FoundCalls(List<RecordedCall> calls, List<CallMinute> minutes, List<CallerCalls> callers) {

    public FoundCalls {
        calls = List.copyOf(calls);
        minutes = List.copyOf(minutes);
        callers = List.copyOf(callers);
    }
}
