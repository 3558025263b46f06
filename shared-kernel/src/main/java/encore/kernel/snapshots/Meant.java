package encore.kernel.snapshots;

import encore.kernel.fans.FanCriteria;
import java.util.List;

/** The fans that a snapshot is taken of. */
public sealed interface Meant {

    /** The present fans of a segment. */
    record OfSegment(String segmentType, String segmentId) implements Meant {}

    /** The fans that a search finds now. */
    record OfCriteria(FanCriteria criteria) implements Meant {}

    /** The fans with these ids. */
    record OfFans(List<Long> fanIds) implements Meant {
        public OfFans {
            fanIds = List.copyOf(fanIds);
        }
    }
}
