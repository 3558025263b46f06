package encore.kernel.snapshots;

import encore.kernel.search.FanCriteria;
import java.util.List;

/** The fans that a snapshot is taken of. */
public sealed interface SnapshotSource {

    /** The present fans of a segment. */
    record OfSegment(String segmentType, String segmentId) implements SnapshotSource {}

    /** The fans that a search finds now. */
    record OfCriteria(FanCriteria criteria) implements SnapshotSource {}

    /** The fans with these ids. */
    record OfFans(List<Long> fanIds) implements SnapshotSource {
        public OfFans {
            fanIds = List.copyOf(fanIds);
        }
    }
}
