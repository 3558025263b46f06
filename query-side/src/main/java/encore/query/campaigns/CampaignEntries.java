package encore.query.campaigns;

import encore.kernel.Days;
import encore.query.image.Image;
import encore.query.projection.LongIndex;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * One campaign's entries in memory, in the order of the log: 12 bytes for each entry and about 30 for each fan. Each
 * row has a link to the previous row of the same fan. A row is a fan's first in a window of days when that link points
 * before the window, so distinct fans are counted in one pass without a set.
 */
final class CampaignEntries implements Image.Parts {

    private final LongIndex members = new LongIndex();
    private int[] lastRow = new int[4];

    private int[] fans = new int[8];
    private int[] dayOf = new int[8];
    /** The previous row of the same fan, or -1. */
    private int[] rowBefore = new int[8];

    private BitSet optIns = new BitSet();

    private int rows;

    @Override
    public void image(Image image) {
        members.image(image);
        lastRow = image.ints(lastRow);
        fans = image.ints(fans);
        dayOf = image.ints(dayOf);
        rowBefore = image.ints(rowBefore);
        optIns = image.bits(optIns);
        rows = image.number(rows);
    }

    /** Adds an entry. Entries come in the order of the log. */
    void add(int fan, int day, boolean optsIn) {
        int known = members.size();
        int member = members.add(fan);
        if (member == lastRow.length) {
            lastRow = Arrays.copyOf(lastRow, larger(member));
        }
        if (rows == fans.length) {
            int room = larger(rows);
            fans = Arrays.copyOf(fans, room);
            dayOf = Arrays.copyOf(dayOf, room);
            rowBefore = Arrays.copyOf(rowBefore, room);
        }
        fans[rows] = fan;
        dayOf[rows] = day;
        rowBefore[rows] = member == known ? -1 : lastRow[member];
        optIns.set(rows, optsIn);
        lastRow[member] = rows++;
    }

    long entries(Days days) {
        return Math.max(0, behind(days) - firstOf(days));
    }

    long optIns(Days days) {
        int from = firstOf(days);
        return optIns.get(from, Math.max(from, behind(days))).cardinality();
    }

    /** Passes each fan that entered on these days to the consumer, once. */
    void fans(Days days, IntConsumer each) {
        int from = firstOf(days);
        int behind = behind(days);
        for (int row = from; row < behind; row++) {
            if (rowBefore[row] < from) {
                each.accept(fans[row]);
            }
        }
    }

    private int firstOf(Days days) {
        return firstFrom(days.first());
    }

    private int behind(Days days) {
        return days.last() == Integer.MAX_VALUE ? rows : firstFrom(days.last() + 1);
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

    private static int larger(int room) {
        return room + (room >> 1) + 4;
    }
}
