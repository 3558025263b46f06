package encore.infra.backend;

/**
 * A precondition of a command: the stream of the command has no event after a position.
 *
 * @param position the position at which the caller read the thing that it changes
 */
public record IfMatch(long position) {

    /** The stream must exist, whatever happened there. */
    public static final IfMatch ANY = new IfMatch(Long.MAX_VALUE);

    /** Whether any state of the stream will do. */
    public boolean isAny() {
        return position == Long.MAX_VALUE;
    }
}
