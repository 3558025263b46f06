package encore.query.memory;

import java.util.function.Supplier;

/**
 * Thrown when an answer needs data that is not in memory any more. The answer starts again once the data is loaded, on
 * a thread that may wait, and the data stays loaded until the answer is given.
 */
public final class NotInMemory extends RuntimeException {

    private final transient Supplier<LoadedData> loader;

    /**
     * Creates the exception.
     *
     * @param fetching loads the missing data, and blocks until it is loaded
     */
    public NotInMemory(Supplier<LoadedData> fetching) {
        super("needed data is not in memory", null, false, false);
        this.loader = fetching;
    }

    public LoadedData load() {
        return loader.get();
    }

    /** Loaded data, which stays in memory until this is closed. */
    public interface LoadedData extends AutoCloseable {
        @Override
        void close();
    }
}
