package encore.query.projection;

import java.util.function.Supplier;

/**
 * Thrown when an answer needs data that is not in memory any more. The answer starts again once the data is loaded, on
 * a thread that may wait, and the data stays loaded until the answer is given.
 */
public final class NotHeld extends RuntimeException {

    private final transient Supplier<Kept> fetching;

    /**
     * Creates the exception.
     *
     * @param fetching loads the missing data, and blocks until it is loaded
     */
    public NotHeld(Supplier<Kept> fetching) {
        super("needed data is not in memory", null, false, false);
        this.fetching = fetching;
    }

    public Kept fetch() {
        return fetching.get();
    }

    /** Loaded data, which stays in memory until this is closed. */
    public interface Kept extends AutoCloseable {
        @Override
        void close();
    }
}
