package encore.kernel;

/**
 * Marks an answer that names its event by its place in the log, which nobody knows before the append: a handler leaves it
 * null, what is kept for repeats has none, and whoever answers fills it in.
 *
 * @param <R> the answer itself
 */
public interface Positioned<R extends Positioned<R>> {

    /** The same answer with the position of the last event of its commit. */
    R at(long position);
}
