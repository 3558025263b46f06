package encore.kernel.segments;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.search.FanCriteria;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about segments. {@code today} is the day for which ages and days are computed. */
public sealed interface SegmentQuery<R> extends Query<R> {

    /** An account's segments of a type, oldest first. */
    record FindSegments(long account, SegmentType type, LocalDate today, Paging.NextKey paging)
            implements SegmentQuery<Page<Segment>> {}

    /** A segment with the number of its fans; an unknown segment is refused as unknown. */
    record FindSegment(long account, String type, String segmentId, LocalDate today) implements SegmentQuery<Segment> {}

    /** The criteria of a segment; an unknown segment is refused as unknown. */
    record FindSegmentCriteria(long account, String type, String segmentId) implements SegmentQuery<FanCriteria> {}

    /** The counts of a segment; an unknown segment is refused as unknown. */
    record FindSegmentStatus(long account, String type, String segmentId, LocalDate today)
            implements SegmentQuery<SegmentStatus> {}

    /**
     * The fans of a segment, by fan_id ascending; an unknown segment is refused as unknown.
     *
     * @param until the position at which the first page was answered; fans registered later are left out. Null for the
     *     first page.
     */
    record FindSegmentFans(
            long account,
            String type,
            String segmentId,
            LocalDate today,
            @Nullable Long until,
            Paging.Search paging) implements SegmentQuery<Page<SegmentFan>> {}

    /**
     * Statistics of the fans of the filter with this name. An unknown name is refused as a wrong value of the
     * parameter.
     */
    record FindFanStats(long account, String filterName, LocalDate today) implements SegmentQuery<FanStats> {}

    /** The number of fans that a search finds. */
    record CountFoundFans(long account, FanCriteria criteria, LocalDate today) implements SegmentQuery<FanCount> {}

    /** The number of fans of a selection; refused like a search when the criteria cannot be answered. */
    record CountFanSelection(long account, FanSelection selection, LocalDate today) implements SegmentQuery<FanCount> {}

    /** The number of fans of each selection; 0 when its criteria cannot be answered. */
    record CountFanSelections(long account, List<FanSelection> selections, LocalDate today)
            implements SegmentQuery<List<Long>> {
        public CountFanSelections {
            selections = List.copyOf(selections);
        }
    }

    /** The counts of a selection of fans. */
    record FindContactCounts(long account, FanSelection selection, LocalDate today)
            implements SegmentQuery<FanContactCounts> {}

    /** Statistics of a selection of fans. */
    record FindSelectionStats(long account, FanSelection selection, LocalDate today)
            implements SegmentQuery<FanStats> {}
}
