package encore.query.shows.boards;

import encore.query.chunks.PackedNumbers;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The largest totals of some fans on one clicker. Fans share a document: an event has the totals of 1,000 fans.
 *
 * @param packed for each fan the distance of its fan_id from the one before, the total, and the position of the event
 *     that brought it
 */
record ClickColumn(byte[] packed) {

    /** The documents of one clicker. */
    static final int PARTS = 64;

    static final ClickColumn EMPTY = new ClickColumn(new byte[0]);

    /** @param position the position of the first event with this total */
    record Total(long clickCount, long position) {

        /** Returns the larger total; of equal ones the earlier. */
        Total or(Total other) {
            boolean isOther =
                    other.clickCount > clickCount || other.clickCount == clickCount && other.position < position;
            return isOther ? other : this;
        }
    }

    static int part(long fan) {
        return (int) (fan % PARTS);
    }

    static String key(long clickerPosition, int part) {
        return clickerPosition + "/" + part;
    }

    static ClickColumn of(SortedMap<Long, Total> byFan) {
        var numbers = new PackedNumbers();
        long before = 0;
        for (var each : byFan.entrySet()) {
            numbers.add(each.getKey() - before);
            numbers.add(each.getValue().clickCount());
            numbers.add(each.getValue().position());
            before = each.getKey();
        }
        return new ClickColumn(numbers.appendTo(new byte[0]));
    }

    SortedMap<Long, Total> byFan() {
        SortedMap<Long, Total> byFan = new TreeMap<>();
        var cursor = new PackedNumbers.Cursor(packed);
        long fan = 0;
        while (cursor.hasMore()) {
            fan += cursor.next();
            byFan.put(fan, new Total(cursor.next(), cursor.next()));
        }
        return byFan;
    }
}
