package encore.kernel.operations;

/** The answer to the recording of an operation. */
public record RecordedOperation(OperationId id) {}
