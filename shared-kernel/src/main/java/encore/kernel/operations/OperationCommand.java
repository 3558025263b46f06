package encore.kernel.operations;

import encore.kernel.Command;

/** The commands of the journal of operations. */
public sealed interface OperationCommand<R> extends Command<R> {

    OperationId id();

    @Override
    default OperationId stream() {
        return id();
    }

    /**
     * Records an operation before it is carried out. The metadata of the event names the actor.
     *
     * @param operation the name of the operation, which is that of its query record
     * @param target its target: a projection, an automation, a position
     * @param request the id of the call, which its response and the request log contain
     */
    record RecordOperation(OperationId id, String operation, String target, String request)
            implements OperationCommand<RecordedOperation> {}
}
