package encore.query.points;

import encore.query.image.Image;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The same as {@link LongColumn} for integers. */
final class IntColumn implements Image.Parts {

    private static final int LAST = LongColumn.PAGE - 1;

    private int[][] pages = {new int[8]};

    @Override
    public void image(Image image) {
        List<int[]> all = new ArrayList<>(List.of(pages));
        image.all(all, page -> image.ints(page == null ? new int[0] : page));
        pages = all.toArray(int[][]::new);
    }

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
