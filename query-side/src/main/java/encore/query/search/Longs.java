package encore.query.search;

import encore.query.image.Image;
import java.util.Arrays;

/** A column of long numbers in one array. A row that was never set is 0. */
final class Longs implements Image.Parts {

    private long[] values = new long[8];

    @Override
    public void image(Image image) {
        values = image.longs(values);
    }

    /** Returns the new length of a column that is too short for a row: an eighth more than the row needs. */
    static int room(int row) {
        return row + (row >> 3) + 8;
    }

    long get(int fan) {
        return fan < values.length ? values[fan] : 0;
    }

    void set(int fan, long value) {
        if (fan >= values.length) {
            values = Arrays.copyOf(values, room(fan));
        }
        values[fan] = value;
    }
}
