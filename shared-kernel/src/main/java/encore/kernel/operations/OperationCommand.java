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
     * Records an operation that is no command: an order, before it is carried out, or a sign-in or an export. The metadata
     * of the event names the actor.
     *
     * @param operation the name of the operation; of an order, that of its query record
     * @param target its target: a projection, an automation, a position, a key, the id of a fan
     * @param request the id of the call, which its response and the request log contain
     */
    record RecordOperation(OperationId id, String operation, String target, String request)
            implements OperationCommand<RecordedOperation> {}
}
