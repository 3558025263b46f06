package encore.kernel.operations;

/**
 * Tells what became of a dead letter.
 *
 * @param applied whether nothing of its stream waits any more
 */
public record SettledLetter(String projection, long position, boolean applied) {}
