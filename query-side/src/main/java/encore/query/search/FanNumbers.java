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

/** The fans of an account, numbered from 0 on in the order of their registration. A number is never given again. */
final class FanNumbers implements Image.Parts {

    private static final int BLOCK_BITS = 12;

    private final LongIndex numbers = new LongIndex();
    private final Longs ids = new Longs();
    private final Longs positions = new Longs();
    private final Longs created = new Longs();
    private final RoaringBitmap living = new RoaringBitmap();

    /** Whether somebody who has a number lives no more: nobody at a start, where millions are looked for. */
    private boolean forgetting;

    private final Changes changes = new Changes();

    /** The least and the greatest id in each block of numbers: ids come nearly in order, so a page is in few blocks. */
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

    /** The number of a fan that lives, or -1. */
    int find(long fanId) {
        int fan = numbers.find(fanId);
        return fan >= 0 && (!forgetting || living.contains(fan)) ? fan : -1;
    }

    /** Whether somebody has or had this id. */
    boolean isKnown(long fanId) {
        return numbers.find(fanId) >= 0;
    }

    void forget(int fan) {
        forgetting = true;
        living.remove(fan);
        changes.of(fan);
    }

    /** Who began to live, or lives no more. */
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

    /** So many were registered by then. */
    int upTo(long position) {
        return firstFrom(positions::get, position + 1);
    }

    /** Who was registered between two times, the second one excluded: time never runs against position. */
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

    /** Those of these ids that live. */
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
     * The ids of some fans in ascending order: the first ones behind an id.
     *
     * @param known of the fans from this number on none counts
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
