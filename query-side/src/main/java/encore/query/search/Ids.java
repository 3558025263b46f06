package encore.query.search;

import encore.query.image.Image;
import java.util.Arrays;

/** A column of ids that arrive in ascending order. */
final class Ids implements Image.Parts {

    private long[] ids = new long[8];
    private int size;

    @Override
    public void image(Image image) {
        ids = image.longs(ids);
        size = image.number(size);
    }

    /** Returns the row of an id. An id above the last one gets a new row; a lower id without a row yields -1. */
    int add(long id) {
        if (size > 0 && id <= ids[size - 1]) {
            return Math.max(-1, Arrays.binarySearch(ids, 0, size, id));
        }
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Longs.room(size));
        }
        ids[size] = id;
        return size++;
    }
}
