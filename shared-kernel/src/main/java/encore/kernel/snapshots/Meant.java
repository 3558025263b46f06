package encore.kernel.snapshots;

import encore.kernel.fans.FanCriteria;
import java.util.List;

/** Says whom a snapshot is to be of. */
public sealed interface Meant {

    /** The fans of a segment now. */
    record OfSegment(String segmentType, String segmentId) implements Meant {}

    /** The fans whom a search finds now. */
    record OfCriteria(FanCriteria criteria) implements Meant {}

    /** These fans. */
    record OfFans(List<Long> fanIds) implements Meant {
        public OfFans {
            fanIds = List.copyOf(fanIds);
        }
    }
}
