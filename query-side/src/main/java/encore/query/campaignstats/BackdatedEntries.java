package encore.query.campaignstats;

import encore.kernel.time.Days;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The rows of a campaign that count at another day than the one on which they were recorded, by that day. */
final class BackdatedEntries implements MemoryImage.Imageable {

    private final NavigableMap<Integer, DayRows> byDay = new TreeMap<>();

    /** All of them. */
    private BitSet rows = new BitSet();

    /** The rows of a day, ascending. */
    static final class DayRows implements MemoryImage.Imageable {

        private int[] rows = new int[2];
        private int size;

        @Override
        public void transfer(MemoryImage memoryImage) {
            rows = memoryImage.ints(rows);
            size = memoryImage.number(size);
        }

        private void add(int row) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, size + (size >> 1) + 1);
            }
            rows[size++] = row;
        }

        int size() {
            return size;
        }

        int countIn(BitSet set) {
            return (int) IntStream.range(0, size)
                    .filter(number -> set.get(rows[number]))
                    .count();
        }

        void forEach(IntConsumer each) {
            for (int number = 0; number < size; number++) {
                DeadlineSteps.check(number);
                each.accept(rows[number]);
            }
        }
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        rows = memoryImage.bits(rows);
        memoryImage.elements(byDay, day -> memoryImage.count(day), memoryImage.objects(DayRows::new));
    }

    void add(int row, int day) {
        rows.set(row);
        byDay.computeIfAbsent(day, one -> new DayRows()).add(row);
    }

    boolean contains(int row) {
        return rows.get(row);
    }

    /** Returns how many rows of a stretch count elsewhere. */
    int countIn(int from, int end) {
        return from >= end ? 0 : rows.get(from, end).cardinality();
    }

    /**
     * Removes those that count elsewhere from a set of rows.
     *
     * @param from the row that is number 0 of the set
     */
    BitSet without(BitSet set, int from) {
        set.andNot(rows.get(from, from + Math.max(0, set.length())));
        return set;
    }

    /** Returns the rows that count at some days. */
    Collection<DayRows> at(Days days) {
        int first = days.firstEpochDay();
        int last = days.lastEpochDay();
        return first > last ? List.of() : byDay.subMap(first, true, last, true).values();
    }
}
