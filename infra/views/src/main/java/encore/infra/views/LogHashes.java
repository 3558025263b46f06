package encore.infra.views;

/**
 * The hash chain of the log that is projected. A hash at a position distinguishes one log from another, and a log before a
 * restore from the log after it.
 */
@FunctionalInterface
public interface LogHashes {

    /** Returns the hash after the event at a position, or an empty array when the log ends before it. */
    byte[] hashAt(long position);
}
