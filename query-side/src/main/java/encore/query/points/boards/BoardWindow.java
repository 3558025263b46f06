package encore.query.points.boards;

import encore.kernel.points.LeaderboardRow;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import encore.query.points.columns.PackedColumn;
import java.util.ArrayList;
import java.util.List;

/** A fixed set of rows that never change, so it is ranked without a lock. */
public record BoardWindow(PackedColumn memberOf, PackedColumn counts, PackedColumn fans, int members, Rows rows) {

    /**
     * The rows of a window: a stretch without its back-dated rows, and the back-dated rows of its days.
     *
     * @param low the first row of the stretch
     * @param high the first row after the stretch
     * @param bound rows from here on are left out
     */
    record Rows(int low, int high, int bound, BackdatedRows.Selection backdated) {

        /** Returns how many rows there are at most. */
        int count() {
            return high - low + backdated.addedCount();
        }

        /** Visits the rows of the stretch in their order, and then the others. */
        void forEach(RangeVisitor visitor) {
            int number = backdated.firstFrom(low);
            for (int from = low; from < high; ) {
                DeadlineSteps.check(number);
                int to = Math.min(high, backdated.row(number++));
                visitor.visit(from, to);
                from = to + 1;
            }
            for (int i = 0; i < backdated.added().length; i++) {
                int[] ofDay = backdated.added()[i];
                for (int place = 0; place < backdated.addedSizes()[i] && ofDay[place] < bound; place++) {
                    DeadlineSteps.check(place);
                    visitor.visit(ofDay[place], ofDay[place] + 1);
                }
            }
        }
    }

    /** Visits rows that follow each other. A call for each row would take a sixth longer. */
    interface RangeVisitor {

        /** @param to the first row after these */
        void visit(int from, int to);
    }

    /** Returns how many rows of the board this window takes into account. */
    public int bound() {
        return rows.bound();
    }

    /** Returns the rank of a member, or 0 without points. Only for a window that covers all days. */
    long rankOf(int ofMember) {
        long[] sums = new long[members];
        int[] last = new int[members];
        rows.forEach((from, to) -> {
            for (int row = from; row < to; row++) {
                DeadlineSteps.check(row);
                long count = counts.get(row);
                if (count != 0) {
                    int member = (int) memberOf.get(row);
                    sums[member] += count;
                    last[member] = row;
                }
            }
        });
        if (sums[ofMember] == 0) {
            return 0;
        }
        long betterMembers = 0;
        for (int member = 0; member < members; member++) {
            DeadlineSteps.check(member);
            if (sums[member] != 0
                    && (sums[member] > sums[ofMember]
                            || (sums[member] == sums[ofMember] && last[member] < last[ofMember]))) {
                betterMembers++;
            }
        }
        return betterMembers + 1;
    }

    /** Ranks the fans of this window, leaves out the first {@code skip}, and returns at most {@code limit}. */
    List<LeaderboardRow> rank(String pointName, int skip, int limit) {
        int count = rows.count();
        boolean dense = count * 8L >= members;
        LongIndex touched = new LongIndex();
        int slots = dense ? members : Math.min(members, count);
        long[] sums = new long[slots];
        int[] last = new int[slots];
        int[] member = new int[dense ? 0 : slots];
        rows.forEach((from, to) -> {
            for (int row = from; row < to; row++) {
                DeadlineSteps.check(row);
                long points = counts.get(row);
                if (points == 0) {
                    continue;
                }
                int of = (int) memberOf.get(row);
                int slot = dense ? of : touched.add(of);
                if (!dense) {
                    member[slot] = of;
                }
                sums[slot] += points;
                last[slot] = Math.max(last[slot], row);
            }
        });
        int[] best = new TopSums(sums, last, (int) Math.min(slots, (long) skip + limit)).slots();
        List<LeaderboardRow> ranked = new ArrayList<>(Math.max(0, best.length - skip));
        for (int i = skip; i < best.length; i++) {
            int slot = best[i];
            ranked.add(new LeaderboardRow(pointName, fans.get(dense ? slot : member[slot]), sums[slot], i + 1));
        }
        return ranked;
    }

    /** Selects the slots of the highest sums, by a heap with the lowest of them on top. */
    private static final class TopSums {

        private final long[] sums;
        private final int[] last;
        private final int[] heap;
        private int size;

        TopSums(long[] sums, int[] last, int limit) {
            this.sums = sums;
            this.last = last;
            this.heap = new int[limit];
        }

        int[] slots() {
            for (int place = 0; place < sums.length; place++) {
                DeadlineSteps.check(place);
                if (sums[place] != 0) {
                    offer(place);
                }
            }
            int[] sorted = new int[size];
            for (int i = size - 1; i >= 0; i--) {
                DeadlineSteps.check(i);
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
