package encore.query.search;

import encore.kernel.Refusal;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindChosenMembers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Fans that are chosen at one position, as what a snapshot is taken of. The index is held for the choice alone: whose a
 * number is never changes, so ids are looked up afterwards, some at a time.
 *
 * @param position the last event that was looked at
 */
record Frozen(long position, RoaringBitmap fans) {

    private static final int TOGETHER = 4_096;

    /** @param reached the last event that the memory knows, while it is read */
    static SnapshotMembers members(FindChosenMembers query, FansInMemory memory, LongSupplier reached) {
        Frozen frozen = memory.read(
                query.account(),
                account -> new Frozen(
                        reached.getAsLong(),
                        account.meant(query.chosen(), query.today()).clone()));
        int count = frozen.fans.getCardinality();
        if (count > SnapshotMembers.MOST) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "snapshot-too-large",
                    "A snapshot has at most " + SnapshotMembers.MOST + " fans, and these are " + count + ".");
        }
        return new SnapshotMembers(frozen.position, count, parts(ids(frozen.fans, count, query.account(), memory)));
    }

    private static long[] ids(RoaringBitmap fans, int count, long account, FansInMemory memory) {
        long[] ids = new long[count];
        int[] some = new int[TOGETHER];
        int at = 0;
        for (BatchIterator numbers = fans.getBatchIterator(); numbers.hasNext(); ) {
            int from = at;
            int next = numbers.nextBatch(some);
            memory.read(account, known -> {
                for (int i = 0; i < next; i++) {
                    ids[from + i] = known.fans.id(some[i]);
                }
                return next;
            });
            at += next;
        }
        Arrays.sort(ids);
        return ids;
    }

    private static List<List<Long>> parts(long[] ids) {
        List<List<Long>> parts = new ArrayList<>();
        for (int from = 0; from < ids.length; from += SnapshotMembers.IN_A_PART) {
            parts.add(Gaps.of(ids, from, Math.min(ids.length, from + SnapshotMembers.IN_A_PART)));
        }
        return parts;
    }
}
