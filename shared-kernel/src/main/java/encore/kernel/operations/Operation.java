package encore.kernel.operations;

import encore.kernel.WireTime;
import java.time.Instant;

/**
 * An entry of the journal: who did or ordered what, and when.
 *
 * @param position of its event
 * @param accountId whose it was; 0 for the operator's
 * @param actor a key ({@code key:…}), or {@code operator}
 * @param operation the name of the command or of the order
 * @param target what it was about
 * @param requestId of the call that gave an order; of other commands the id that they are honoured under
 */
public record Operation(
        long position,
        @WireTime(WireTime.Form.SECONDS) Instant at,
        long accountId,
        String actor,
        String operation,
        String target,
        String requestId) {}
