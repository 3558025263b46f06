package encore.kernel.operations;

import encore.kernel.time.WireTime;
import java.time.Instant;

/**
 * An entry of the journal: an operation with its time, its actor and its target.
 *
 * @param position the position of its event
 * @param accountId the account that it belongs to; 0 for the operator
 * @param actor a key ({@code key:…}), a person ({@code person:…}), whoever showed a key at the console ({@code console:…}),
 *     {@code gateway}, or {@code operator}
 * @param operation the name of the command or operation
 * @param target the thing that it changed
 * @param requestId the request id of the call that ordered the operation; for other commands the id under which they
 *     are executed once
 */
public record Operation(
        long position,
        @WireTime(WireTime.Form.SECONDS) Instant at,
        long accountId,
        String actor,
        String operation,
        String target,
        String requestId) {}
