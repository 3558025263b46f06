package encore.query.search.columns;

import encore.query.image.MemoryImage;
import java.util.Arrays;

/** A column of long numbers in one array. A row that was never set is 0. */
public final class GrowableLongs implements MemoryImage.Imageable {

    private long[] values = new long[8];

    @Override
    public void transfer(MemoryImage memoryImage) {
        values = memoryImage.longs(values);
    }

    /** Returns the new length of a column that is too short for a row: an eighth more than the row needs. */
    static int capacityFor(int row) {
        return row + (row >> 3) + 8;
    }

    public long get(int fan) {
        return fan < values.length ? values[fan] : 0;
    }

    public void set(int fan, long value) {
        if (fan >= values.length) {
            values = Arrays.copyOf(values, capacityFor(fan));
        }
        values[fan] = value;
    }
}
