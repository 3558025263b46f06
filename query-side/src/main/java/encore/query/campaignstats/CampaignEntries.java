package encore.query.campaignstats;

import encore.kernel.time.Days;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * One campaign's entries in memory, in the order of the log: 12 bytes for each entry and about 30 for each fan. Each
 * row has a link to the previous row of the same fan. A row is a fan's first in a window of days when that link points
 * before the window, so distinct fans are counted in one pass without a set.
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

    @Override
    public void transfer(MemoryImage memoryImage) {
        members.transfer(memoryImage);
        lastRow = memoryImage.ints(lastRow);
        fans = memoryImage.ints(fans);
        dayOf = memoryImage.ints(dayOf);
        rowBefore = memoryImage.ints(rowBefore);
        optIns = memoryImage.bits(optIns);
        rows = memoryImage.number(rows);
    }

    /** Adds an entry. Entries come in the order of the log. */
    void add(int fan, int day, boolean optsIn) {
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
        dayOf[rows] = day;
        rowBefore[rows] = member == membersBefore ? -1 : lastRow[member];
        optIns.set(rows, optsIn);
        lastRow[member] = rows++;
    }

    long entries(Days days) {
        return Math.max(0, endOf(days) - firstOf(days));
    }

    long optIns(Days days) {
        int from = firstOf(days);
        return optIns.get(from, Math.max(from, endOf(days))).cardinality();
    }

    /** Passes each fan that entered on these days to the consumer, once. */
    void fans(Days days, IntConsumer each) {
        int from = firstOf(days);
        int end = endOf(days);
        for (int row = from; row < end; row++) {
            DeadlineSteps.check(row);
            if (rowBefore[row] < from) {
                each.accept(fans[row]);
            }
        }
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
