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
 * Fans that were selected at one position, for a snapshot. The index is locked for the selection only. A number always
 * belongs to the same fan, so the ids are looked up afterwards, in batches.
 *
 * @param position the last event that the selection takes into account
 */
record Frozen(long position, RoaringBitmap fans) {

    private static final int TOGETHER = 4_096;

    /** @param reached returns the position of the index; called under its read lock */
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
