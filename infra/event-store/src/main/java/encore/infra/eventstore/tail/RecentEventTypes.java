package encore.infra.eventstore.tail;

import java.util.Collections;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the event types of the last appends, so that a reader that wants none of them can skip them without
 * reading, even when they are more events than the ring holds. One thread adds appends; any thread may ask.
 */
final class RecentEventTypes {

    private final AtomicReferenceArray<@Nullable AppendedRange> appendedRanges;
    private volatile long count;

    /** The types of all events after a position, up to another. */
    private record AppendedRange(long number, long after, long last, Set<String> types) {}

    /** @param size how many appends are remembered */
    RecentEventTypes(int size) {
        appendedRanges = new AtomicReferenceArray<>(size);
    }

    void appended(long first, long last, Set<String> types) {
        long number = count;
        appendedRanges.set(index(number), new AppendedRange(number, first - 1, last, types));
        count = number + 1;
    }

    /**
     * Returns the end of the range after a position in which no event has one of these types. Returns that position
     * itself when this is not known.
     */
    long endWithout(Set<String> wanted, long after) {
        long newest = count - 1;
        AppendedRange oldest = at(Math.max(0, newest + 1 - appendedRanges.length()));
        if (oldest == null || oldest.after > after) {
            return after;
        }
        AppendedRange next = at(newest);
        long end = next == null ? after : next.last;
        for (long number = newest; next != null && next.last > after; number--) {
            if (!Collections.disjoint(next.types, wanted)) {
                end = next.after;
            }
            if (next.after <= after) {
                return Math.max(after, end);
            }
            AppendedRange before = at(number - 1);
            next = before != null && before.last == next.after ? before : null;
        }
        return after;
    }

    /** Returns an append, or null when it was overwritten meanwhile or does not exist. */
    private @Nullable AppendedRange at(long number) {
        AppendedRange appendedRange = number < 0 ? null : appendedRanges.get(index(number));
        return appendedRange == null || appendedRange.number != number ? null : appendedRange;
    }

    private int index(long number) {
        return (int) (number % appendedRanges.length());
    }
}
