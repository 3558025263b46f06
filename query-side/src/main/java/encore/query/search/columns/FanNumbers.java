package encore.query.search.columns;

import encore.infra.views.lanes.ReadDeadline;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import encore.query.search.criteria.Criterion;
import encore.query.search.criteria.FanChangeLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToLongFunction;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/** Numbers the fans of an account from 0 on in the order of their registration. A number is never reused. */
public final class FanNumbers implements MemoryImage.Imageable {

    private static final int BLOCK_BITS = 12;

    private final LongIndex numberById = new LongIndex();
    private final GrowableLongs ids = new GrowableLongs();
    private final GrowableLongs positions = new GrowableLongs();
    private final GrowableLongs created = new GrowableLongs();
    private final RoaringBitmap living = new RoaringBitmap();

    /** Whether any numbered fan was erased. No fan is at a start, which saves millions of look-ups. */
    private boolean anyErased;

    private final FanChangeLog changeLog = new FanChangeLog();

    /**
     * The least id in each block of numbers. Ids come nearly in order, so the fans of a page lie in few blocks; the
     * others are skipped by their least and greatest ids.
     */
    private final GrowableLongs leastIds = new GrowableLongs();

    private final GrowableLongs greatestIds = new GrowableLongs();

    @Override
    public void transfer(MemoryImage memoryImage) {
        numberById.transfer(memoryImage);
        ids.transfer(memoryImage);
        positions.transfer(memoryImage);
        created.transfer(memoryImage);
        memoryImage.bitmap(living);
        anyErased = memoryImage.flag(anyErased);
        leastIds.transfer(memoryImage);
        greatestIds.transfer(memoryImage);
    }

    public int register(long fanId, long position, long at) {
        int fan = numberById.add(fanId);
        ids.set(fan, fanId);
        positions.set(fan, position);
        created.set(fan, at);
        living.add(fan);
        changeLog.markChanged(fan);
        int block = fan >> BLOCK_BITS;
        boolean first = (fan & (1 << BLOCK_BITS) - 1) == 0;
        leastIds.set(block, first ? fanId : Math.min(leastIds.get(block), fanId));
        greatestIds.set(block, first ? fanId : Math.max(greatestIds.get(block), fanId));
        return fan;
    }

    /** Returns the number of a fan who is not erased, or -1. */
    public int find(long fanId) {
        int fan = numberById.find(fanId);
        return fan >= 0 && (!anyErased || living.contains(fan)) ? fan : -1;
    }

    /** Returns whether a fan of this id is or was registered. */
    public boolean isKnown(long fanId) {
        return numberById.find(fanId) >= 0;
    }

    public void erase(int fan) {
        anyErased = true;
        living.remove(fan);
        changeLog.markChanged(fan);
    }

    /** Returns the log of fans who were registered or erased. */
    public FanChangeLog changeLog() {
        return changeLog;
    }

    public RoaringBitmap living() {
        return living;
    }

    public long id(int fan) {
        return ids.get(fan);
    }

    public long position(int fan) {
        return positions.get(fan);
    }

    public long created(int fan) {
        return created.get(fan);
    }

    /** Counts the fans who were registered up to a position. */
    public int countUpTo(long position) {
        return firstFrom(positions::get, position + 1);
    }

    /**
     * Matches fans who were registered between two times; {@code to} is excluded. Times never decrease from one
     * position to the next, so this is a range of numbers.
     */
    public Criterion created(long from, long to) {
        return Criterion.between(firstFrom(created::get, from), firstFrom(created::get, to));
    }

    private int firstFrom(IntToLongFunction column, long value) {
        int low = 0;
        int high = numberById.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (column.applyAsLong(middle) < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the numbers of those of these fans who are not erased. */
    public RoaringBitmap numbersOf(List<Long> fanIds) {
        RoaringBitmap found = new RoaringBitmap();
        DeadlineSteps steps = new DeadlineSteps();
        for (long fanId : fanIds) {
            steps.step();
            int fan = find(fanId);
            if (fan >= 0) {
                found.add(fan);
            }
        }
        return found;
    }

    /**
     * Returns the first ids above a given one, in ascending order.
     *
     * @param fanSet the fans to choose from
     * @param bound ignores fans with this number or a higher one
     * @param after finds only ids above this one
     * @param limit the maximum number of ids
     */
    public List<Long> firstIds(RoaringBitmap fanSet, int bound, long after, int limit) {
        var first = new PriorityQueue<Long>(Comparator.reverseOrder());
        PeekableIntIterator fans = fanSet.getIntIterator();
        for (int block = 0; fans.hasNext() && block << BLOCK_BITS < bound; block++) {
            boolean needed =
                    greatestIds.get(block) > after && (first.size() < limit || leastIds.get(block) < greatestOf(first));
            if (needed) {
                ReadDeadline.checkCurrent();
                fans.advanceIfNeeded(block << BLOCK_BITS);
                int end = Math.min((block + 1) << BLOCK_BITS, bound);
                while (fans.hasNext() && fans.peekNext() < end) {
                    long id = ids.get(fans.next());
                    if (id > after && (first.size() < limit || id < greatestOf(first))) {
                        first.add(id);
                        if (first.size() > limit) {
                            first.remove();
                        }
                    }
                }
            }
        }
        List<Long> page = new ArrayList<>(first);
        Collections.sort(page);
        return page;
    }

    private static long greatestOf(PriorityQueue<Long> first) {
        Long greatest = first.peek();
        return greatest == null ? Long.MAX_VALUE : greatest;
    }
}
