package encore.infra.backend.peer;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.backend.peer.server.PeerServer;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotMembers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The largest thing that is ever said between two nodes: a snapshot of as many fans as one may have. */
class LargestMessageTest {

    /** The highest id there will be: the further ids are apart, the more room they take. */
    private static final long HIGHEST = 1L << 53;

    @Test
    void a_snapshot_of_a_million_fans_of_all_times_is_one_message() {
        long[] ids = new Random(1)
                .longs(SnapshotMembers.MAX_FANS, 1, HIGHEST)
                .sorted()
                .toArray();
        List<List<Long>> parts = new ArrayList<>();
        for (int from = 0; from < ids.length; from += SnapshotMembers.MAX_PART_SIZE) {
            List<Long> part = new ArrayList<>();
            for (int i = from; i < from + SnapshotMembers.MAX_PART_SIZE; i++) {
                part.add(i == from ? ids[i] : ids[i] - ids[i - 1]);
            }
            parts.add(part);
        }
        var take = new TakeSnapshot(
                new SnapshotId(7, "all"), "n".repeat(128), new SnapshotMembers(HIGHEST, ids.length, parts));
        byte[] written = Cbor.write(take);
        assertThat(written).hasSizeLessThan(PeerServer.MAX_MESSAGE_BYTES);
        assertThat(MessageCatalogue.load().of(take).reader().<TakeSnapshot>readValue(written))
                .isEqualTo(take);
    }
}
