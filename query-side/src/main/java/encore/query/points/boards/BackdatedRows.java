package encore.query.points.boards;

import encore.query.image.MemoryImage;
import encore.query.points.columns.PackedColumn;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The rows of a board whose day is not the day on which they were recorded, by row and by day. Callers must not read and
 * write at the same time; a {@link Selection} may be read at any time.
 */
final class BackdatedRows implements MemoryImage.Imageable {

    private static final int BYTES_PER_DAY = 120;

    /** No row is ever beyond this. */
    private static final int NO_ROW = Integer.MAX_VALUE;

    // By number, in the order of the rows.
    private final PackedColumn rows = new PackedColumn();
    private final PackedColumn days = new PackedColumn();

    private final NavigableMap<Integer, RowsOfDay> byDay = new TreeMap<>();
    private int size;
    private long bytesByDay;

    /** The rows of a day, ascending. A snapshot shares the array: rows are only added after those it sees. */
    private static final class RowsOfDay {

        private int[] rows = new int[4];
        private int size;

        void add(int row) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, size + (size >> 1));
            }
            rows[size++] = row;
        }
    }

    /**
     * The rows that a window of days has to leave out of its stretch, and those that it has to add.
     *
     * @param rows all back-dated rows, ascending
     * @param size the number of them
     * @param added the rows of the days, each array ascending
     * @param addedSizes the numbers of rows of these arrays
     */
    record Selection(PackedColumn rows, int size, int[][] added, int[] addedSizes) {

        static final Selection EMPTY = new Selection(new PackedColumn(), 0, new int[0][], new int[0]);

        /** Returns the number of the first of the back-dated rows that is not below a row. */
        int firstFrom(int row) {
            return BackdatedRows.firstFrom(rows, size, row);
        }

        /** Returns a back-dated row by its number, or the highest int beyond the last. */
        int row(int number) {
            return number < size ? (int) rows.get(number) : NO_ROW;
        }

        /** Returns how many rows are added at most. */
        int addedCount() {
            return Arrays.stream(addedSizes).sum();
        }
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        rows.transfer(memoryImage);
        days.transfer(memoryImage);
        size = memoryImage.number(size);
        if (memoryImage.isReading()) {
            for (int number = 0; number < size; number++) {
                addToDay((int) days.get(number), (int) rows.get(number));
            }
        }
    }

    /** Sets the day of a row. A row that has one already keeps it. */
    void add(int row, int day) {
        if (size > 0 && row <= rows.get(size - 1)) {
            if (find(row) < 0) {
                throw new IllegalStateException("A back-dated row came after later ones");
            }
            return;
        }
        rows.add(row);
        days.add(day);
        size++;
        addToDay(day, row);
    }

    private void addToDay(int day, int row) {
        RowsOfDay ofDay = byDay.get(day);
        if (ofDay == null) {
            ofDay = new RowsOfDay();
            byDay.put(day, ofDay);
            bytesByDay += BYTES_PER_DAY + 4L * ofDay.rows.length;
        }
        int before = ofDay.rows.length;
        ofDay.add(row);
        bytesByDay += 4L * (ofDay.rows.length - before);
    }

    /** Returns the number of a back-dated row, or -1. */
    int find(int row) {
        int number = firstFrom(rows, size, row);
        return number < size && rows.get(number) == row ? number : -1;
    }

    /** Returns the day of a back-dated row by its number. */
    int day(int number) {
        return (int) days.get(number);
    }

    /** Returns the rows that matter to a window of some days. */
    Selection select(int fromDay, int toDay) {
        if (fromDay > toDay) {
            return Selection.EMPTY;
        }
        NavigableMap<Integer, RowsOfDay> ofDays = byDay.subMap(fromDay, true, toDay, true);
        int[][] added = new int[ofDays.size()][];
        int[] addedSizes = new int[added.length];
        int place = 0;
        for (RowsOfDay ofDay : ofDays.values()) {
            added[place] = ofDay.rows;
            addedSizes[place++] = ofDay.size;
        }
        return new Selection(rows.snapshot(), size, added, addedSizes);
    }

    long bytes() {
        return rows.bytes() + days.bytes() + bytesByDay;
    }

    private static int firstFrom(PackedColumn rows, int size, int row) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
