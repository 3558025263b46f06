package encore.query.points;

import encore.kernel.points.LeaderboardRow;
import encore.query.projection.LongIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * One point type's records in memory: what each fan has, its rank, where its records stand, and who got most in a window
 * of days. A record takes some 7 bytes, a fan about 70. Whoever calls keeps writers and readers apart; a {@link Window} needs no such care.
 */
final class Board implements Rows.Made {

    /** Of one without records. */
    private static final int BYTES = 1_500;

    /** Its number, points, last row and place. */
    private static final int BYTES_OF_FAN = 64;

    private final LongIndex members = new LongIndex();
    private Standing standing = new Standing();

    /** Whether each record moves its fan to its new place. */
    private boolean ranked = true;

    // By member.
    private final PackedColumn fans = new PackedColumn();
    private final LongColumn points = new LongColumn();
    private final IntColumn lastRow = new IntColumn();

    // By row, in the order of the log; never changed once written.
    private final PackedColumn memberOf = new PackedColumn();
    private final PackedColumn counts = new PackedColumn();
    private final PackedColumn positions = new PackedColumn();
    /** The row before of the same member, or -1. */
    private final PackedColumn rowBefore = new PackedColumn();

    private int rows;

    /** The position of the last row. */
    private long newest = -1;

    // The days on which something was awarded, ascending, and the first row of each.
    private int[] days = new int[4];
    private int[] firstRowOf = new int[4];
    private int dayCount;

    @Override
    public void add(long fan, long count, int day, long position) {
        if (position <= newest) {
            return;
        }
        newest = position;
        int member = member(fan);
        int row = row(member, count, day, position);
        if (ranked && points.get(member) != 0) {
            standing.remove(points.get(member), lastRow.get(member));
        }
        points.add(member, count);
        lastRow.set(member, row);
        if (ranked && points.get(member) != 0) {
            standing.add(points.get(member), row);
        }
    }

    /** Each fan is given its place once, and not moved by each record that led there: that is most of what reading takes. */
    @Override
    public void readBy(Consumer<Rows> reading) {
        ranked = false;
        reading.accept(this);
        standing = new Standing();
        for (int member = 0; member < members.size(); member++) {
            if (points.get(member) != 0) {
                standing.add(points.get(member), lastRow.get(member));
            }
        }
        ranked = true;
    }

    @Override
    public long bytes() {
        return BYTES + bytesOfRows() + fans.bytes() + (long) BYTES_OF_FAN * members.size();
    }

    /** What its records take, fans apart. */
    long bytesOfRows() {
        return memberOf.bytes() + counts.bytes() + positions.bytes() + rowBefore.bytes();
    }

    /** The fan's number on this board, or -1. */
    int find(long fan) {
        return members.find(fan);
    }

    long points(int member) {
        return points.get(member);
    }

    long lastPosition(int member) {
        return positions.get(lastRow.get(member));
    }

    /** Finds where a fan's records of some days stand in the log, the newest first. */
    void positions(int member, int fromDay, int toDay, LongConsumer each) {
        int low = firstRowFrom(fromDay);
        int high = firstRowBehind(toDay);
        for (int row = lastRow.get(member); row >= low; row = rowBefore(row)) {
            if (row < high) {
                each.accept(positions.get(row));
            }
        }
    }

    /** Counts the rows that there were when the event at a position had happened. */
    int rowsUpTo(long position) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (positions.get(middle) <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The member's last row below a bound, or -1. */
    int lastRowBelow(int member, int bound) {
        int row = lastRow.get(member);
        while (row >= bound) {
            row = rowBefore(row);
        }
        return row;
    }

    /** A fan's records of some days with the points that they led to, the newest first. */
    void history(int member, int fromDay, int toDay, Step each) {
        int low = firstRowFrom(fromDay);
        int high = firstRowBehind(toDay);
        long after = points.get(member);
        for (int row = lastRow.get(member); row >= low; row = rowBefore(row)) {
            if (row < high) {
                each.row(positions.get(row), after);
            }
            after -= counts.get(row);
        }
    }

    /** Is told of a record and the points with it. */
    interface Step {
        void row(long position, long points);
    }

    /** Returns what a member had, when the last of it was this row. */
    long pointsAt(int member, int row) {
        long at = points.get(member);
        for (int later = lastRow.get(member); later > row; later = rowBefore(later)) {
            at -= counts.get(later);
        }
        return at;
    }

    long position(int row) {
        return positions.get(row);
    }

    /** By points descending, then by who reached them first; 0 for who has none. */
    long rank(int member) {
        return points.get(member) == 0 ? 0 : standing.rank(points.get(member), lastRow.get(member));
    }

    /**
     * The days from one to another, both inclusive, as they are now.
     *
     * @param bound looks at this many rows only: the board as it was
     */
    Window window(int fromDay, int toDay, int bound) {
        int last = Math.min(bound, rows);
        int low = Math.min(last, firstRowFrom(fromDay));
        int high = Math.min(last, firstRowBehind(toDay));
        return new Window(memberOf.asItIs(), counts.asItIs(), fans.asItIs(), members.size(), low, Math.max(low, high));
    }

    private int member(long fan) {
        int known = members.size();
        int member = members.add(fan);
        if (member == known) {
            fans.add(fan);
            points.set(member, 0);
            lastRow.set(member, -1);
        }
        return member;
    }

    private int row(int member, long count, int day, long position) {
        memberOf.add(member);
        counts.add(count);
        positions.add(position);
        rowBefore.add(lastRow.get(member));
        if (dayCount == 0 || days[dayCount - 1] < day) {
            if (dayCount == days.length) {
                days = Arrays.copyOf(days, dayCount * 2);
                firstRowOf = Arrays.copyOf(firstRowOf, dayCount * 2);
            }
            days[dayCount] = day;
            firstRowOf[dayCount++] = rows;
        }
        return rows++;
    }

    private int rowBefore(int row) {
        return (int) rowBefore.get(row);
    }

    private int firstRowFrom(int day) {
        int place = Arrays.binarySearch(days, 0, dayCount, day);
        int next = place < 0 ? -place - 1 : place;
        return next == dayCount ? rows : firstRowOf[next];
    }

    private int firstRowBehind(int day) {
        return day == Integer.MAX_VALUE ? rows : firstRowFrom(day + 1);
    }

    /** Rows that are written for good: ranked without holding anyone up. */
    record Window(PackedColumn memberOf, PackedColumn counts, PackedColumn fans, int members, int low, int high) {

        /** The rank of one of all members, 0 for one without any; the window is that of all days. */
        long rankOf(int wanted) {
            long[] sums = new long[members];
            int[] last = new int[members];
            for (int row = low; row < high; row++) {
                int member = (int) memberOf.get(row);
                sums[member] += counts.get(row);
                last[member] = row;
            }
            if (sums[wanted] == 0) {
                return 0;
            }
            long before = 0;
            for (int member = 0; member < members; member++) {
                if (sums[member] != 0
                        && (sums[member] > sums[wanted]
                                || (sums[member] == sums[wanted] && last[member] < last[wanted]))) {
                    before++;
                }
            }
            return before + 1;
        }

        /** Those behind the first {@code skip}, at most {@code limit}; one more than that shows that there are more. */
        List<LeaderboardRow> rank(String pointName, int skip, int limit) {
            boolean dense = (high - low) * 8L >= members;
            LongIndex touched = new LongIndex();
            int slots = dense ? members : Math.min(members, high - low);
            long[] sums = new long[slots];
            int[] last = new int[slots];
            int[] member = new int[dense ? 0 : slots];
            for (int row = low; row < high; row++) {
                int of = (int) memberOf.get(row);
                int slot = dense ? of : touched.add(of);
                if (!dense) {
                    member[slot] = of;
                }
                sums[slot] += counts.get(row);
                last[slot] = row;
            }
            int[] best = new TopOf(sums, last, (int) Math.min(slots, (long) skip + limit)).places();
            List<LeaderboardRow> ranked = new ArrayList<>(Math.max(0, best.length - skip));
            for (int i = skip; i < best.length; i++) {
                int slot = best[i];
                ranked.add(new LeaderboardRow(pointName, fans.get(dense ? slot : member[slot]), sums[slot], i + 1));
            }
            return ranked;
        }
    }

    /** The places of the highest sums: a heap with the worst of them on top. */
    private static final class TopOf {

        private final long[] sums;
        private final int[] last;
        private final int[] heap;
        private int size;

        TopOf(long[] sums, int[] last, int most) {
            this.sums = sums;
            this.last = last;
            this.heap = new int[most];
        }

        int[] places() {
            for (int place = 0; place < sums.length; place++) {
                if (sums[place] != 0) {
                    offer(place);
                }
            }
            int[] sorted = new int[size];
            for (int i = size - 1; i >= 0; i--) {
                sorted[i] = heap[0];
                heap[0] = heap[--size];
                sink(0);
            }
            return sorted;
        }

        private void offer(int place) {
            if (size < heap.length) {
                heap[size] = place;
                rise(size++);
            } else if (size > 0 && isBetter(place, heap[0])) {
                heap[0] = place;
                sink(0);
            }
        }

        private boolean isBetter(int one, int other) {
            return sums[one] > sums[other] || (sums[one] == sums[other] && last[one] < last[other]);
        }

        private void rise(int from) {
            int at = from;
            while (at > 0 && isBetter(heap[(at - 1) / 2], heap[at])) {
                swap(at, (at - 1) / 2);
                at = (at - 1) / 2;
            }
        }

        private void sink(int from) {
            int at = from;
            while (2 * at + 1 < size) {
                int worse = 2 * at + 1;
                if (worse + 1 < size && isBetter(heap[worse], heap[worse + 1])) {
                    worse++;
                }
                if (!isBetter(heap[at], heap[worse])) {
                    return;
                }
                swap(at, worse);
                at = worse;
            }
        }

        private void swap(int one, int other) {
            int place = heap[one];
            heap[one] = heap[other];
            heap[other] = place;
        }
    }
}
