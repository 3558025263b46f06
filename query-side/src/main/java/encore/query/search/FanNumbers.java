package encore.query.search;

import encore.query.image.Image;
import encore.query.projection.LongIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToLongFunction;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/** Numbers the fans of an account from 0 on in the order of their registration. A number is never reused. */
final class FanNumbers implements Image.Parts {

    private static final int BLOCK_BITS = 12;

    private final LongIndex numbers = new LongIndex();
    private final Longs ids = new Longs();
    private final Longs positions = new Longs();
    private final Longs created = new Longs();
    private final RoaringBitmap living = new RoaringBitmap();

    /** Whether any numbered fan was erased. No fan is at a start, which saves millions of look-ups. */
    private boolean forgetting;

    private final Changes changes = new Changes();

    /**
     * The least id in each block of numbers. Ids come nearly in order, so the fans of a page lie in few blocks; the
     * others are skipped by their least and greatest ids.
     */
    private final Longs least = new Longs();

    private final Longs greatest = new Longs();

    @Override
    public void image(Image image) {
        numbers.image(image);
        ids.image(image);
        positions.image(image);
        created.image(image);
        image.set(living);
        forgetting = image.flag(forgetting);
        least.image(image);
        greatest.image(image);
    }

    int register(long fanId, long position, long at) {
        int fan = numbers.add(fanId);
        ids.set(fan, fanId);
        positions.set(fan, position);
        created.set(fan, at);
        living.add(fan);
        changes.of(fan);
        int block = fan >> BLOCK_BITS;
        boolean first = (fan & (1 << BLOCK_BITS) - 1) == 0;
        least.set(block, first ? fanId : Math.min(least.get(block), fanId));
        greatest.set(block, first ? fanId : Math.max(greatest.get(block), fanId));
        return fan;
    }

    /** Returns the number of a fan who is not erased, or -1. */
    int find(long fanId) {
        int fan = numbers.find(fanId);
        return fan >= 0 && (!forgetting || living.contains(fan)) ? fan : -1;
    }

    /** Returns whether a fan of this id is or was registered. */
    boolean isKnown(long fanId) {
        return numbers.find(fanId) >= 0;
    }

    void forget(int fan) {
        forgetting = true;
        living.remove(fan);
        changes.of(fan);
    }

    /** Returns the log of fans who were registered or erased. */
    Changes changes() {
        return changes;
    }

    RoaringBitmap living() {
        return living;
    }

    long id(int fan) {
        return ids.get(fan);
    }

    long position(int fan) {
        return positions.get(fan);
    }

    long created(int fan) {
        return created.get(fan);
    }

    /** Counts the fans who were registered up to a position. */
    int upTo(long position) {
        return firstFrom(positions::get, position + 1);
    }

    /**
     * Matches fans who were registered between two times; {@code to} is excluded. Times never decrease from one
     * position to the next, so this is a range of numbers.
     */
    Criterion created(long from, long to) {
        return Criterion.between(firstFrom(created::get, from), firstFrom(created::get, to));
    }

    private int firstFrom(IntToLongFunction column, long wanted) {
        int low = 0;
        int high = numbers.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (column.applyAsLong(middle) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the numbers of those of these fans who are not erased. */
    RoaringBitmap of(List<Long> fanIds) {
        RoaringBitmap found = new RoaringBitmap();
        for (long fanId : fanIds) {
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
     * @param some the fans to choose from
     * @param known ignores fans with this number or a higher one
     * @param behind finds only ids above this one
     * @param count the maximum number of ids
     */
    List<Long> first(RoaringBitmap some, int known, long behind, int count) {
        var first = new PriorityQueue<Long>(Comparator.reverseOrder());
        PeekableIntIterator fans = some.getIntIterator();
        for (int block = 0; fans.hasNext() && block << BLOCK_BITS < known; block++) {
            boolean needed =
                    greatest.get(block) > behind && (first.size() < count || least.get(block) < greatestOf(first));
            if (needed) {
                fans.advanceIfNeeded(block << BLOCK_BITS);
                int end = Math.min((block + 1) << BLOCK_BITS, known);
                while (fans.hasNext() && fans.peekNext() < end) {
                    long id = ids.get(fans.next());
                    if (id > behind && (first.size() < count || id < greatestOf(first))) {
                        first.add(id);
                        if (first.size() > count) {
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
