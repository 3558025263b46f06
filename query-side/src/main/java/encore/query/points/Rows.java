package encore.query.points;

import encore.query.image.Image;
import java.util.function.Consumer;

/** Receives rows in the order of the log. */
interface Rows {

    /** Adds a row. A row that was added before changes nothing. */
    void add(long fan, long count, int day, long position);

    /** A structure in memory that is built from rows. */
    interface Made extends Rows, Image.Parts {

        /** Returns the approximate size in memory. */
        long bytes();

        /** Adds all existing rows at once, before any query reads the structure. */
        default void readBy(Consumer<Rows> reading) {
            reading.accept(this);
        }
    }
}
