package encore.query.campaignstats;

import encore.kernel.time.Days;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One campaign's entries in memory, in the order of the log: 12 bytes for each entry and about 30 for each fan. Each
 * row has a link to the previous row of the same fan. A row is a fan's first in a window of days when that link points
 * before the window, so distinct fans are counted in one pass without a set.
 *
 * <p>Rows that count at another day than the one on which they were recorded are kept by that day as well. A window is
 * its stretch of the log without such rows, and such rows of its days.
 */
final class CampaignEntries implements MemoryImage.Imageable {

    private final LongIndex members = new LongIndex();
    private int[] lastRow = new int[4];

    private int[] fans = new int[8];
    private int[] dayOf = new int[8];
    /** The previous row of the same fan, or -1. */
    private int[] rowBefore = new int[8];

    private BitSet optIns = new BitSet();

    private int rows;

    /** Null while there are none. */
    private @Nullable BackdatedEntries backdated;

    @Override
    public void transfer(MemoryImage memoryImage) {
        members.transfer(memoryImage);
        lastRow = memoryImage.ints(lastRow);
        fans = memoryImage.ints(fans);
        dayOf = memoryImage.ints(dayOf);
        rowBefore = memoryImage.ints(rowBefore);
        optIns = memoryImage.bits(optIns);
        rows = memoryImage.number(rows);
        if (memoryImage.flag(backdated != null)) {
            backdated = memoryImage.objects(BackdatedEntries::new).transfer(backdated);
        }
    }

    /** Adds an entry. Entries come in the order of the log. */
    void add(int fan, EntryRow row) {
        int membersBefore = members.size();
        int member = members.add(fan);
        if (member == lastRow.length) {
            lastRow = Arrays.copyOf(lastRow, grownCapacity(member));
        }
        if (rows == fans.length) {
            int capacity = grownCapacity(rows);
            fans = Arrays.copyOf(fans, capacity);
            dayOf = Arrays.copyOf(dayOf, capacity);
            rowBefore = Arrays.copyOf(rowBefore, capacity);
        }
        fans[rows] = fan;
        dayOf[rows] = row.recordedDay();
        rowBefore[rows] = member == membersBefore ? -1 : lastRow[member];
        optIns.set(rows, row.optsIn());
        if (row.isBackdated()) {
            backdated = backdated == null ? new BackdatedEntries() : backdated;
            backdated.add(rows, row.day());
        }
        lastRow[member] = rows++;
    }

    long entries(Days days) {
        int from = firstOf(days);
        int end = endOf(days);
        long recorded = Math.max(0, end - from);
        return backdated == null
                ? recorded
                : recorded
                        - backdated.countIn(from, end)
                        + backdated.at(days).stream()
                                .mapToLong(BackdatedEntries.DayRows::size)
                                .sum();
    }

    long optIns(Days days) {
        int from = firstOf(days);
        BitSet recorded = optIns.get(from, Math.max(from, endOf(days)));
        if (backdated == null) {
            return recorded.cardinality();
        }
        return backdated.without(recorded, from).cardinality()
                + backdated.at(days).stream()
                        .mapToLong(ofDay -> ofDay.countIn(optIns))
                        .sum();
    }

    /** Passes each fan that entered on these days to the consumer, once. */
    void fans(Days days, IntConsumer each) {
        int from = firstOf(days);
        int end = endOf(days);
        if (backdated != null) {
            backdatedFans(backdated, from, end, days, each);
            return;
        }
        for (int row = from; row < end; row++) {
            DeadlineSteps.check(row);
            if (rowBefore[row] < from) {
                each.accept(fans[row]);
            }
        }
    }

    /** The row before may count elsewhere, so the fans that were passed are remembered. */
    private void backdatedFans(BackdatedEntries backdated, int from, int end, Days days, IntConsumer each) {
        BitSet passed = new BitSet();
        IntConsumer row = number -> {
            int fan = fans[number];
            if (!passed.get(fan)) {
                passed.set(fan);
                each.accept(fan);
            }
        };
        for (int number = from; number < end; number++) {
            DeadlineSteps.check(number);
            if (!backdated.contains(number)) {
                row.accept(number);
            }
        }
        backdated.at(days).forEach(ofDay -> ofDay.forEach(row));
    }

    private int firstOf(Days days) {
        return firstFrom(days.firstEpochDay());
    }

    private int endOf(Days days) {
        return days.lastEpochDay() == Integer.MAX_VALUE ? rows : firstFrom(days.lastEpochDay() + 1);
    }

    /** Returns the first row of this day or later. Times never decrease with positions, so it is a binary search. */
    private int firstFrom(int day) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (dayOf[middle] < day) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int grownCapacity(int capacity) {
        return capacity + (capacity >> 1) + 4;
    }
}
