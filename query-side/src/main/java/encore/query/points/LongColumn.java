package encore.query.points;

import encore.query.image.Image;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A column of mutable numbers. It grows by one page at a time, so existing values are never copied. */
final class LongColumn implements Image.Parts {

    static final int BITS = 16;
    static final int PAGE = 1 << BITS;
    private static final int LAST = PAGE - 1;

    private long[][] pages = {new long[8]};

    @Override
    public void image(Image image) {
        List<long[]> all = new ArrayList<>(List.of(pages));
        image.all(all, page -> image.longs(page == null ? new long[0] : page));
        pages = all.toArray(long[][]::new);
    }

    long get(int row) {
        return pages[row >> BITS][row & LAST];
    }

    void set(int row, long value) {
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

    void add(int row, long more) {
        pages[row >> BITS][row & LAST] += more;
    }
}
