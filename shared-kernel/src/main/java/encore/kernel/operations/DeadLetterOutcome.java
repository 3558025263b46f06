package encore.kernel.operations;

/**
 * The outcome of retrying or discarding a dead letter.
 *
 * @param applied whether no event of its stream waits any more
 */
public record DeadLetterOutcome(String projection, long position, boolean applied) {}
