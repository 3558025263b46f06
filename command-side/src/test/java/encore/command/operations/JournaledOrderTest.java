package encore.command.operations;

import encore.command.AggregateUnderTest;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.RecordedOperation;
import org.junit.jupiter.api.Test;

class JournaledOrderTest {

    private static final OperationId ID = new OperationId(0, "o-1");
    private static final OperationOrdered ORDERED = new OperationOrdered(ID, "RebuildProjection", "boards", "r-1");

    private final AggregateUnderTest<JournaledOrder> orders = new AggregateUnderTest<>(JournaledOrder.class);

    @Test
    void an_order_is_written_down_once() {
        orders.givenNoPriorActivity()
                .when(new RecordOperation(ID, "RebuildProjection", "boards", "r-1"))
                .expectEvents(ORDERED)
                .expectResultMessagePayload(new RecordedOperation(ID));
        orders.given(ORDERED)
                .when(new RecordOperation(ID, "RebuildProjection", "boards", "r-1"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedOperation(ID));
    }
}
