package encore.query.search;

import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanQuery.SearchContacts;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.fans.FanRows;
import encore.kernel.filters.FilterQuery.FindKeptFilter;
import encore.kernel.filters.FilterQuery.FindKeptFilters;
import encore.kernel.filters.FilterQuery.FindNamedFilter;
import encore.kernel.filters.FilterQuery.FindSearchFilters;
import encore.kernel.filters.SearchFilter;
import encore.kernel.segments.Chosen;
import encore.kernel.segments.FanCount;
import encore.kernel.segments.FanFigures;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.Segment;
import encore.kernel.segments.SegmentFan;
import encore.kernel.segments.SegmentQuery.CountChosen;
import encore.kernel.segments.SegmentQuery.CountFoundFans;
import encore.kernel.segments.SegmentQuery.CountMeant;
import encore.kernel.segments.SegmentQuery.FindFanStats;
import encore.kernel.segments.SegmentQuery.FindFigures;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.segments.SegmentQuery.FindSegmentFans;
import encore.kernel.segments.SegmentQuery.FindSegmentStatus;
import encore.kernel.segments.SegmentQuery.FindSegments;
import encore.kernel.segments.SegmentQuery.FindStatsOfChosen;
import encore.kernel.segments.SegmentStatus;
import encore.kernel.segments.SegmentType;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotQuery.FindKeptSnapshot;
import encore.kernel.snapshots.SnapshotQuery.FindKeptSnapshots;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Answers queries about segments, which are tags, snapshots or filters, with the fans that the index finds for them.
 */
@Component
class Segments implements QueryComponent {

    private static final FanRows PLAIN = new FanRows(false, false, false);

    private final QueryGateway questions;

    Segments(QueryGateway questions) {
        this.questions = questions;
    }

    /** A segment with its name, its time of creation, and the criteria of its fans. */
    private record Made(String id, String name, Instant at, FanCriteria criteria) {

        static Made of(Tag tag) {
            return new Made(
                    Long.toString(tag.tagId()),
                    tag.tagName(),
                    tag.creationTimestamp(),
                    FanCriteria.tagged(tag.tagName()));
        }

        static Made of(Snapshot.Kept snapshot) {
            return new Made(
                    snapshot.snapshotUid(),
                    snapshot.snapshotName(),
                    snapshot.creationTimestamp(),
                    FanCriteria.in(snapshot.snapshotUid()));
        }

        static Made of(SearchFilter.Kept filter) {
            SearchFilter.Managed shown = filter.shown();
            return new Made(shown.filterUid(), shown.filterName(), shown.creationTimestamp(), filter.criteria());
        }
    }

    @QueryHandler
    Page<SearchFilter> find(FindSearchFilters query) {
        Page<SearchFilter.Kept> page = questions.ask(new FindKeptFilters(query.account(), query.paging()));
        List<SearchFilter.Kept> wanted =
                page.rows().stream().filter(filter -> isWanted(filter, query)).toList();
        List<Long> counts = counts(query.account(), wanted, SearchFilter.Kept::criteria, query.today());
        List<SearchFilter> rows = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            rows.add(wanted.get(i).counted(query.account(), counts.get(i)));
        }
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private static boolean isWanted(SearchFilter.Kept filter, FindSearchFilters query) {
        Instant made = filter.shown().creationTimestamp();
        return (query.group() == null || query.group().equals(filter.shown().groupName()))
                && (query.from() == null || !made.isBefore(query.from()))
                && (query.before() == null || made.isBefore(query.before()));
    }

    @QueryHandler
    Page<Segment> find(FindSegments query) {
        Page<Made> page = switch (query.type()) {
            case TAG ->
                questions.ask(new FindTags(query.account(), query.paging())).map(Made::of);
            case SNAPSHOT ->
                questions
                        .ask(new FindKeptSnapshots(query.account(), query.paging()))
                        .map(Made::of);
            case FILTER ->
                questions
                        .ask(new FindKeptFilters(query.account(), query.paging()))
                        .map(Made::of);
        };
        List<Long> counts = counts(query.account(), page.rows(), Made::criteria, query.today());
        List<Segment> rows = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            Made made = page.rows().get(i);
            rows.add(new Segment(query.type().word(), made.id(), made.name(), counts.get(i)));
        }
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private <T> List<Long> counts(long account, List<T> of, Function<T, FanCriteria> criteria, LocalDate today) {
        List<Chosen> chosen =
                of.stream().map(one -> chosen(account, criteria.apply(one))).toList();
        return questions.ask(new CountChosen(account, chosen, today));
    }

    @QueryHandler
    FanCriteria find(FindSegmentCriteria query) {
        return made(query.account(), query.type(), query.segmentId()).criteria();
    }

    @QueryHandler
    FanCount find(CountFoundFans query) {
        Chosen chosen = chosen(query.account(), query.criteria());
        return questions.ask(new CountMeant(query.account(), chosen, query.today()));
    }

    @QueryHandler
    SegmentStatus find(FindSegmentStatus query) {
        Made made = made(query.account(), query.type(), query.segmentId());
        Chosen chosen = chosen(query.account(), made.criteria());
        FanFigures figures = questions.ask(new FindFigures(query.account(), chosen, query.today()));
        return SegmentStatus.of(figures, made.at());
    }

    @QueryHandler
    Page<SegmentFan> find(FindSegmentFans query) {
        Made made = made(query.account(), query.type(), query.segmentId());
        Page<FanContact> page;
        try {
            page = questions.ask(new SearchContacts(new SearchFans(
                    query.account(), made.criteria(), query.today(), PLAIN, query.until(), query.paging())));
        } catch (Refusal refusal) {
            NobodyMeant.by(refusal);
            return new Page<>(List.of(), null, null, false, query.until() == null ? 0 : query.until());
        }
        // An empty page with more to come continues from the same place.
        String last = page.last() == null && page.more() ? before(query.paging().after()) : page.last();
        return new Page<>(
                page.rows().stream().map(SegmentFan::of).toList(), page.first(), last, page.more(), page.position());
    }

    private static String before(@Nullable String after) {
        return after == null ? "0" : after;
    }

    @QueryHandler
    FanStats find(FindFanStats query) {
        FanCriteria criteria = questions
                .ask(new FindNamedFilter(query.account(), query.filterName()))
                .criteria();
        Chosen chosen = chosen(query.account(), criteria);
        return questions.ask(new FindStatsOfChosen(query.account(), chosen, query.today()));
    }

    private Made made(long account, String type, String id) {
        return switch (SegmentType.of(type)) {
            case TAG -> Made.of(tag(account, id));
            case SNAPSHOT -> Made.of(questions.ask(new FindKeptSnapshot(account, id)));
            case FILTER -> Made.of(questions.ask(new FindKeptFilter(account, id)));
        };
    }

    private Tag tag(long account, String id) {
        List<Tag> found = id.matches("[1-9]\\d{0,15}")
                ? questions.ask(new FindSomeTags(account, List.of(Long.valueOf(id))))
                : List.of();
        if (found.isEmpty()) {
            throw Refusal.unknown("There is no such tag.");
        }
        return found.getFirst();
    }

    private Chosen chosen(long account, FanCriteria criteria) {
        return ByName.chosen(account, criteria, questions);
    }
}
