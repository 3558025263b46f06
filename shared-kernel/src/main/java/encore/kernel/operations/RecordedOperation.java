package encore.kernel.operations;

/** An order that stands in the journal. */
public record RecordedOperation(OperationId id) {}
