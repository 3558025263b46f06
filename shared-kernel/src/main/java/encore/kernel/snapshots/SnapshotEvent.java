package encore.kernel.snapshots;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to snapshots of fans. Of fans they hold numbers alone. */
public sealed interface SnapshotEvent extends Event {

    /**
     * Some fans are in a snapshot, once it is sealed. Each part is a stream of its own.
     *
     * @param fans the first fan_id, and then how much greater the next one is
     */
    @Revision("1")
    record SnapshotPartKept(SnapshotPartId part, List<Long> fans) implements SnapshotEvent {
        public SnapshotPartKept {
            fans = List.copyOf(fans);
        }
    }

    /**
     * The account has another snapshot.
     *
     * @param position the position at which these fans were meant
     * @param parts how many there are
     */
    @Revision("1")
    record SnapshotSealed(
            SnapshotId snapshot,
            @NotPersonal("what an account calls many") String snapshotName,
            long position,
            int parts,
            long fanCount)
            implements SnapshotEvent, Event.Managed {

        @Override
        public String target() {
            return snapshot.toString();
        }
    }

    /** A snapshot is called otherwise. */
    @Revision("1")
    record SnapshotRenamed(
            SnapshotId snapshot,
            @NotPersonal("what an account calls many") String snapshotName) implements SnapshotEvent, Event.Managed {

        @Override
        public String target() {
            return snapshot.toString();
        }
    }

    /** The account has that snapshot no longer. */
    @Revision("1")
    record SnapshotRemoved(SnapshotId snapshot) implements SnapshotEvent, Event.Managed, Event.Ending {

        @Override
        public String target() {
            return snapshot.toString();
        }
    }
}
