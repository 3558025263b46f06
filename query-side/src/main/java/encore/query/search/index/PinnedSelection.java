package encore.query.search.index;

import encore.infra.views.lanes.ReadDeadline;
import encore.kernel.Refusal;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.query.search.facts.DeltaIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Fans that were selected at one position, for a snapshot. The index is locked for the selection only. A number always
 * belongs to the same fan, so the ids are looked up afterwards, in batches.
 *
 * @param position the last event that the selection takes into account
 */
public record PinnedSelection(long position, RoaringBitmap fans) {

    private static final int BATCH_SIZE = 4_096;

    public static SnapshotMembers members(FindMembersOfSelection query, FanIndex fanIndex) {
        PinnedSelection pinned = fanIndex.readPinned(
                query.account(),
                (account, position) -> new PinnedSelection(
                        position,
                        account.resolve(query.selection(), query.today()).clone()));
        int count = pinned.fans.getCardinality();
        if (count > SnapshotMembers.MAX_FANS) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "snapshot-too-large",
                    "A snapshot has at most " + SnapshotMembers.MAX_FANS + " fans, and these are " + count + ".");
        }
        return new SnapshotMembers(pinned.position, count, parts(ids(pinned.fans, count, query.account(), fanIndex)));
    }

    private static long[] ids(RoaringBitmap fans, int count, long account, FanIndex fanIndex) {
        long[] ids = new long[count];
        int[] batch = new int[BATCH_SIZE];
        int offset = 0;
        for (BatchIterator numbers = fans.getBatchIterator(); numbers.hasNext(); ) {
            ReadDeadline.checkCurrent();
            int from = offset;
            int next = numbers.nextBatch(batch);
            fanIndex.read(account, known -> {
                for (int i = 0; i < next; i++) {
                    ids[from + i] = known.fans.id(batch[i]);
                }
                return next;
            });
            offset += next;
        }
        Arrays.sort(ids);
        return ids;
    }

    private static List<List<Long>> parts(long[] ids) {
        List<List<Long>> parts = new ArrayList<>();
        for (int from = 0; from < ids.length; from += SnapshotMembers.MAX_PART_SIZE) {
            ReadDeadline.checkCurrent();
            parts.add(DeltaIds.encode(ids, from, Math.min(ids.length, from + SnapshotMembers.MAX_PART_SIZE)));
        }
        return parts;
    }
}
