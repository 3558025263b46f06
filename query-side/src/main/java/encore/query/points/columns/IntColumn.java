package encore.query.points.columns;

import encore.query.image.MemoryImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The same as {@link LongColumn} for integers. */
public final class IntColumn implements MemoryImage.Imageable {

    private static final int LAST = LongColumn.PAGE - 1;

    private int[][] pages = {new int[8]};

    @Override
    public void transfer(MemoryImage memoryImage) {
        List<int[]> all = new ArrayList<>(List.of(pages));
        memoryImage.elements(all, page -> memoryImage.ints(page == null ? new int[0] : page));
        pages = all.toArray(int[][]::new);
    }

    public int get(int row) {
        return pages[row >> LongColumn.BITS][row & LAST];
    }

    public void set(int row, int value) {
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
