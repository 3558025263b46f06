package encore.query.search.columns;

import encore.query.image.MemoryImage;
import java.util.Arrays;

/** A column of ids that arrive in ascending order. */
public final class AscendingIds implements MemoryImage.Imageable {

    private long[] ids = new long[8];
    private int size;

    @Override
    public void transfer(MemoryImage memoryImage) {
        ids = memoryImage.longs(ids);
        size = memoryImage.number(size);
    }

    /** Returns the row of an id. An id above the last one gets a new row; a lower id without a row yields -1. */
    public int add(long id) {
        if (size > 0 && id <= ids[size - 1]) {
            return Math.max(-1, Arrays.binarySearch(ids, 0, size, id));
        }
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, GrowableLongs.capacityFor(size));
        }
        ids[size] = id;
        return size++;
    }
}
