package encore.kernel;

/**
 * Marks an answer that contains the log position of its event, which is unknown before the append. A handler leaves the
 * position null. The remembered answer has none either. The position is filled in whenever the answer is sent.
 *
 * @param <R> the answer itself
 */
public interface PositionedAnswer<R extends PositionedAnswer<R>> {

    /** Returns the same answer with the position of its commit's last event. */
    R withPosition(long position);
}
