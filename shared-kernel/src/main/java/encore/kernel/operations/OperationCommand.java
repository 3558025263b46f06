package encore.kernel.operations;

import encore.kernel.Command;

/** Everything that can be asked of the journal of operations. */
public sealed interface OperationCommand<R> extends Command<R> {

    OperationId id();

    @Override
    default OperationId stream() {
        return id();
    }

    /**
     * Writes down an order before it is carried out. Who gives it stands in the event's metadata.
     *
     * @param operation the order's name, as that of its record
     * @param target what it is about: a projection, an automation, a position
     * @param request the id of the call, as its answer and the log of requests name it
     */
    record RecordOperation(OperationId id, String operation, String target, String request)
            implements OperationCommand<RecordedOperation> {}
}
