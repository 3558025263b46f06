package encore.query.search;

import encore.query.image.Image;
import java.util.Arrays;

/** A column: a number for each fan. */
final class Longs implements Image.Parts {

    private long[] values = new long[8];

    @Override
    public void image(Image image) {
        values = image.longs(values);
    }

    /** A column that has no place for a row grows by an eighth. */
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
