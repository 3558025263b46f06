package encore.query.points.columns;

import encore.query.image.MemoryImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A column of mutable numbers. It grows by one page at a time, so existing values are never copied. */
public final class LongColumn implements MemoryImage.Imageable {

    static final int BITS = 16;
    static final int PAGE = 1 << BITS;
    private static final int LAST = PAGE - 1;

    private long[][] pages = {new long[8]};

    @Override
    public void transfer(MemoryImage memoryImage) {
        List<long[]> all = new ArrayList<>(List.of(pages));
        memoryImage.elements(all, page -> memoryImage.longs(page == null ? new long[0] : page));
        pages = all.toArray(long[][]::new);
    }

    public long get(int row) {
        return pages[row >> BITS][row & LAST];
    }

    public void set(int row, long value) {
        int page = row >> BITS;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page + 1);
            pages[page] = new long[PAGE];
        } else if ((row & LAST) == pages[page].length) {
            // Only the first page grows by doubling, so that small boards stay small.
            pages[page] = Arrays.copyOf(pages[page], 2 * pages[page].length);
        }
        pages[page][row & LAST] = value;
    }

    public void add(int row, long more) {
        pages[row >> BITS][row & LAST] += more;
    }
}
