package encore.query.search;

import encore.query.image.Image;
import java.util.Arrays;

/** A column of ids that come in ascending order. */
final class Ids implements Image.Parts {

    private long[] ids = new long[8];
    private int size;

    @Override
    public void image(Image image) {
        ids = image.longs(ids);
        size = image.number(size);
    }

    /** The number of an id, a new one behind the last, or -1 for one that was passed over. */
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
