package encore.kernel.operations;

/**
 * An event that a projection could not apply, or a later event of the same stream that waits for it.
 *
 * @param cause the exception's simple name, {@code BehindDeadLetter} when it only waits; never its message
 */
public record DeadLetter(String projection, long position, String stream, String cause, int attempts) {}
