package encore.kernel.bulkcalls;

import encore.kernel.Command;

/** The commands of bulk calls. */
public sealed interface BulkCallCommand extends Command<BegunBulkCall> {

    BulkCallId bulkCall();

    @Override
    default BulkCallId stream() {
        return bulkCall();
    }

    /** Records that a bulk call with an Idempotency-Key begins. The key then stands for no other request. */
    record BeginBulkCall(BulkCallId bulkCall) implements BulkCallCommand {}
}
