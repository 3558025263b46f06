package encore.infra.eventstore.axon;

import java.util.Collections;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers of the last appends which types they were of: who wants none of them passes over them without reading, though
 * they are more than the tail holds. One thread tells of appends, any may ask.
 */
final class RecentTypes {

    private final AtomicReferenceArray<@Nullable Append> appends;
    private volatile long count;

    /** Everything behind a position, up to another. */
    private record Append(long number, long after, long last, Set<String> types) {}

    /** @param size how many appends are remembered */
    RecentTypes(int size) {
        appends = new AtomicReferenceArray<>(size);
    }

    void appended(long first, long last, Set<String> types) {
        long number = count;
        appends.set(index(number), new Append(number, first - 1, last, types));
        count = number + 1;
    }

    /** Up to where nothing behind a position is of these types: that position itself where it is not known. */
    long without(Set<String> wanted, long after) {
        long newest = count - 1;
        Append oldest = at(Math.max(0, newest + 1 - appends.length()));
        if (oldest == null || oldest.after > after) {
            return after;
        }
        Append next = at(newest);
        long end = next == null ? after : next.last;
        for (long number = newest; next != null && next.last > after; number--) {
            if (!Collections.disjoint(next.types, wanted)) {
                end = next.after;
            }
            if (next.after <= after) {
                return Math.max(after, end);
            }
            Append before = at(number - 1);
            next = before != null && before.last == next.after ? before : null;
        }
        return after;
    }

    /** Null where it was overtaken meanwhile, or nothing was told of it. */
    private @Nullable Append at(long number) {
        Append append = number < 0 ? null : appends.get(index(number));
        return append == null || append.number != number ? null : append;
    }

    private int index(long number) {
        return (int) (number % appends.length());
    }
}
