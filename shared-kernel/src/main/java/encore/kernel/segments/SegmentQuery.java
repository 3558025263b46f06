package encore.kernel.segments;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import encore.kernel.fans.FanCriteria;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about segments. The day is the one that ages and days are counted from. */
public sealed interface SegmentQuery<R> extends Query<R> {

    /** An account's segments of a type, oldest first. */
    record FindSegments(long account, SegmentType type, LocalDate today, Paging.NextKey paging)
            implements SegmentQuery<Page<Segment>> {}

    /** Who is in a segment; one that is not there is refused as unknown. */
    record FindSegmentCriteria(long account, String type, String segmentId) implements SegmentQuery<FanCriteria> {}

    /** What is so of the fans of a segment; one that is not there is refused as unknown. */
    record FindSegmentStatus(long account, String type, String segmentId, LocalDate today)
            implements SegmentQuery<SegmentStatus> {}

    /**
     * The fans of a segment, by fan_id ascending; one that is not there is refused as unknown.
     *
     * @param until the position that the first page was answered at: later fans are left out; null for the first page
     */
    record FindSegmentFans(
            long account,
            String type,
            String segmentId,
            LocalDate today,
            @Nullable Long until,
            Paging.Search paging) implements SegmentQuery<Page<SegmentFan>> {}

    /** Who the fans of the filter of this name are, in numbers; one that is not there is refused, naming the parameter. */
    record FindFanStats(long account, String filterName, LocalDate today) implements SegmentQuery<FanStats> {}

    /** How many fans a search finds. */
    record CountFoundFans(long account, FanCriteria criteria, LocalDate today) implements SegmentQuery<FanCount> {}

    /** How many fans there are of a choice; refused where that cannot be told, as a search is. */
    record CountMeant(long account, Chosen chosen, LocalDate today) implements SegmentQuery<FanCount> {}

    /** How many fans there are of each choice; none where that cannot be told. */
    record CountChosen(long account, List<Chosen> chosen, LocalDate today) implements SegmentQuery<List<Long>> {
        public CountChosen {
            chosen = List.copyOf(chosen);
        }
    }

    /** What is so of how many fans. */
    record FindFigures(long account, Chosen chosen, LocalDate today) implements SegmentQuery<FanFigures> {}

    /** Who some fans are, in numbers. */
    record FindStatsOfChosen(long account, Chosen chosen, LocalDate today) implements SegmentQuery<FanStats> {}
}
