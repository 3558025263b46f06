package encore.query.projection;

import java.util.function.Supplier;

/**
 * Gives an answer up that needs what memory has let go of: it is begun anew once that is there again, where it may take its
 * time, and what was fetched stays until it is given.
 */
public final class NotHeld extends RuntimeException {

    private final transient Supplier<Kept> fetching;

    /** @param fetching blocks until all that is missing is there */
    public NotHeld(Supplier<Kept> fetching) {
        super("is read again", null, false, false);
        this.fetching = fetching;
    }

    public Kept fetch() {
        return fetching.get();
    }

    /** What stays in memory until it is closed. */
    public interface Kept extends AutoCloseable {
        @Override
        void close();
    }
}
