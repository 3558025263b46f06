package encore.kernel.snapshots;

import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of snapshots. Each answers the uid of the snapshot. */
public sealed interface SnapshotCommand extends Command<SnapshotUid> {

    SnapshotId snapshot();

    @Override
    default StreamId stream() {
        return snapshot();
    }

    /** Saves a snapshot. */
    sealed interface SaveSnapshot extends SnapshotCommand, Command.Save<SnapshotUid, Snapshot> {
        @Override
        default FindSnapshot record(SnapshotUid saved) {
            return new FindSnapshot(snapshot().account(), saved.snapshotUid());
        }
    }

    /** Stores the fans of a snapshot for ever: first its parts, then a seal after the last one. */
    record TakeSnapshot(SnapshotId snapshot, String snapshotName, SnapshotMembers members) implements SaveSnapshot {}

    /**
     * Refuses a snapshot whose fans cannot be determined, unless a snapshot was taken under the same request before.
     *
     * @param type the type of the refusal
     * @param field the wrong parameter; null for none
     */
    record RefuseSnapshot(
            SnapshotId snapshot, String type, @Nullable String field, String sentence) implements SaveSnapshot {

        public static RefuseSnapshot with(Refusal refusal, SnapshotId snapshot) {
            return new RefuseSnapshot(snapshot, refusal.type(), refusal.field(), refusal.sentence());
        }
    }

    /** Stores one part. It is invisible until the snapshot is sealed. */
    record KeepSnapshotPart(SnapshotId snapshot, int number, List<Long> fans) implements SnapshotCommand {
        public KeepSnapshotPart {
            fans = List.copyOf(fans);
        }

        @Override
        public SnapshotPartId stream() {
            return new SnapshotPartId(snapshot, number);
        }
    }

    /** Completes a snapshot after all its parts, and names it. */
    record SealSnapshot(SnapshotId snapshot, String snapshotName, long position, int parts, long fanCount)
            implements SnapshotCommand {}

    /** Renames a snapshot. */
    record RenameSnapshot(SnapshotId snapshot, String snapshotName) implements SaveSnapshot {}

    /** Removes a snapshot. */
    record RemoveSnapshot(SnapshotId snapshot) implements SnapshotCommand {}
}
