package encore.query.points;

import java.util.Arrays;

/** The same as {@link LongColumn} of half the width. */
final class IntColumn {

    private static final int LAST = LongColumn.PAGE - 1;

    private int[][] pages = {new int[8]};

    int get(int row) {
        return pages[row >> LongColumn.BITS][row & LAST];
    }

    void set(int row, int value) {
        int page = row >> LongColumn.BITS;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page + 1);
            pages[page] = new int[LongColumn.PAGE];
        } else if ((row & LAST) == pages[page].length) {
            pages[page] = Arrays.copyOf(pages[page], 2 * pages[page].length);
        }
        pages[page][row & LAST] = value;
    }
}
