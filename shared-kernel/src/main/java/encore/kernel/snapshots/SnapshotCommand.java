package encore.kernel.snapshots;

import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of snapshots; each answers the snapshot that it was about. */
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

    /** Keeps for ever who was meant: its parts first, and a seal behind the last one. */
    record TakeSnapshot(SnapshotId snapshot, String snapshotName, SnapshotMembers members) implements SaveSnapshot {}

    /**
     * Who is meant cannot be told: refused with this, unless something was taken under the same request before.
     *
     * @param type of the refusal
     * @param field what is to blame
     */
    record RefuseSnapshot(
            SnapshotId snapshot, String type, @Nullable String field, String sentence) implements SaveSnapshot {

        public static RefuseSnapshot with(Refusal refusal, SnapshotId snapshot) {
            return new RefuseSnapshot(snapshot, refusal.type(), refusal.field(), refusal.sentence());
        }
    }

    /** Keeps one part; nobody sees it before there is a seal. */
    record KeepSnapshotPart(SnapshotId snapshot, int number, List<Long> fans) implements SnapshotCommand {
        public KeepSnapshotPart {
            fans = List.copyOf(fans);
        }

        @Override
        public SnapshotPartId stream() {
            return new SnapshotPartId(snapshot, number);
        }
    }

    /** Says that all parts are there, and how they are called together. */
    record SealSnapshot(SnapshotId snapshot, String snapshotName, long position, int parts, long fanCount)
            implements SnapshotCommand {}

    /** Calls a snapshot otherwise. */
    record RenameSnapshot(SnapshotId snapshot, String snapshotName) implements SaveSnapshot {}

    /** Takes a snapshot away. */
    record RemoveSnapshot(SnapshotId snapshot) implements SnapshotCommand {}
}
