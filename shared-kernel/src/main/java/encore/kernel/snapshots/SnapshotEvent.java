package encore.kernel.snapshots;

import encore.kernel.Event;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to snapshots of fans. The only data of fans in them is the fan_id. */
public sealed interface SnapshotEvent extends Event {

    /**
     * A part of a snapshot was stored. It counts after the snapshot is sealed. Each part is a stream of its own.
     *
     * @param fans the first fan_id, then the differences to the next ones
     */
    @Revision("1")
    record SnapshotPartKept(SnapshotPartId part, List<Long> fans) implements SnapshotEvent {
        public SnapshotPartKept {
            fans = List.copyOf(fans);
        }
    }

    /**
     * A snapshot was completed.
     *
     * @param position the position for which the fans were determined
     * @param parts the number of parts
     */
    @Revision("1")
    record SnapshotSealed(
            @PublishedValue SnapshotId snapshot,
            @ListedName @NotPersonal("a name for many fans") String snapshotName,
            long position,
            int parts,
            @PublishedValue long fanCount)
            implements SnapshotEvent, Event.ManagementAction {

        @Override
        public String target() {
            return snapshot.toString();
        }
    }

    /** A snapshot was renamed. */
    @Revision("1")
    record SnapshotRenamed(
            @PublishedValue SnapshotId snapshot,
            @ListedName @NotPersonal("a name for many fans") String snapshotName)
            implements SnapshotEvent, Event.ManagementAction {

        @Override
        public String target() {
            return snapshot.toString();
        }
    }

    /** A snapshot was removed. */
    @Revision("1")
    record SnapshotRemoved(@PublishedValue SnapshotId snapshot)
            implements SnapshotEvent, Event.ManagementAction, Event.FinalEvent {

        @Override
        public String target() {
            return snapshot.toString();
        }
    }
}
