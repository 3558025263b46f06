package encore.query.points.boards;

import encore.query.image.MemoryImage;
import java.util.function.Consumer;

/** Receives rows in the order of the log. */
interface RowSink {

    /** Adds a row. A row that was added before changes nothing. */
    void add(long fan, long count, int day, long position);

    /**
     * Sets the day that a row counts at, which is before the day that it was added with. A row that is unknown, or that has
     * such a day already, changes nothing.
     */
    default void backdate(long position, int day) {}

    /** A structure in memory that is built from rows. */
    interface InMemoryRows extends RowSink, MemoryImage.Imageable {

        /** Returns the approximate size in memory. */
        long bytes();

        /** Adds all existing rows at once, before any query reads the structure. */
        default void fill(Consumer<RowSink> source) {
            source.accept(this);
        }
    }
}
