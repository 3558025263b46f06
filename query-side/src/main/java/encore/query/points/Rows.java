package encore.query.points;

import encore.query.image.Image;
import java.util.function.Consumer;

/** Takes rows, one behind the other as the log has them. */
interface Rows {

    /** A row that it has already changes nothing. */
    void add(long fan, long count, int day, long position);

    /** What is made of them in memory. */
    interface Made extends Rows, Image.Parts {

        /** About what it takes. */
        long bytes();

        /** Takes all that is there at once, before anybody looks. */
        default void readBy(Consumer<Rows> reading) {
            reading.accept(this);
        }
    }
}
