package encore.kernel.operations;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** The events of the journal of operations itself. */
public sealed interface OperationEvent extends Event.ManagementAction {

    OperationId id();

    @Revision("1")
    record OperationOrdered(
            OperationId id,

            @PublishedValue @NotPersonal("the name of an operation")
            String operation,

            @NotPersonal("our own names, and positions") String target,
            @NotPersonal("a request's id") String request)
            implements OperationEvent {}
}
