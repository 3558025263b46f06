package encore.query.search;

import encore.kernel.Refusal;
import encore.kernel.fans.FanContact;
import encore.kernel.fans.FanQuery.SearchContacts;
import encore.kernel.fans.FanQuery.SearchFans;
import encore.kernel.filters.FilterQuery.FindNamedFilter;
import encore.kernel.filters.FilterQuery.FindParsedFilter;
import encore.kernel.filters.FilterQuery.FindParsedFilters;
import encore.kernel.filters.FilterQuery.FindSearchFilters;
import encore.kernel.filters.SearchFilter;
import encore.kernel.paging.Page;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanRowOptions;
import encore.kernel.segments.FanContactCounts;
import encore.kernel.segments.FanCount;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.Segment;
import encore.kernel.segments.SegmentFan;
import encore.kernel.segments.SegmentQuery.CountFanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.segments.SegmentQuery.CountFoundFans;
import encore.kernel.segments.SegmentQuery.FindContactCounts;
import encore.kernel.segments.SegmentQuery.FindFanStats;
import encore.kernel.segments.SegmentQuery.FindSegment;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.segments.SegmentQuery.FindSegmentFans;
import encore.kernel.segments.SegmentQuery.FindSegmentStatus;
import encore.kernel.segments.SegmentQuery.FindSegments;
import encore.kernel.segments.SegmentQuery.FindSelectionStats;
import encore.kernel.segments.SegmentStatus;
import encore.kernel.segments.SegmentType;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummaries;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummary;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.search.index.OutdatedCriteria;
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

    private static final FanRowOptions PLAIN = new FanRowOptions(false, false, false);

    private final QueryGateway queryGateway;

    Segments(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** A segment with its name, its time of creation, and the criteria of its fans. */
    private record NamedSegment(String id, String name, Instant at, FanCriteria criteria) {

        static NamedSegment of(Tag tag) {
            return new NamedSegment(
                    Long.toString(tag.tagId()),
                    tag.tagName(),
                    tag.creationTimestamp(),
                    FanCriteria.tagged(tag.tagName()));
        }

        static NamedSegment of(Snapshot.SnapshotSummary snapshot) {
            return new NamedSegment(
                    snapshot.snapshotUid(),
                    snapshot.snapshotName(),
                    snapshot.creationTimestamp(),
                    FanCriteria.in(snapshot.snapshotUid()));
        }

        static NamedSegment of(SearchFilter.ParsedFilter filter) {
            SearchFilter.Managed shown = filter.shown();
            return new NamedSegment(
                    shown.filterUid(), shown.filterName(), shown.creationTimestamp(), filter.criteria());
        }
    }

    @QueryHandler
    Page<SearchFilter> find(FindSearchFilters query) {
        Page<SearchFilter.ParsedFilter> page = queryGateway.ask(new FindParsedFilters(query.account(), query.paging()));
        List<SearchFilter.ParsedFilter> filters =
                page.rows().stream().filter(filter -> isWanted(filter, query)).toList();
        List<Long> counts = countEach(query.account(), filters, SearchFilter.ParsedFilter::criteria, query.today());
        List<SearchFilter> rows = new ArrayList<>();
        for (int i = 0; i < filters.size(); i++) {
            rows.add(filters.get(i).withCount(query.account(), counts.get(i)));
        }
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private static boolean isWanted(SearchFilter.ParsedFilter filter, FindSearchFilters query) {
        Instant made = filter.shown().creationTimestamp();
        return (query.group() == null || query.group().equals(filter.shown().groupName()))
                && (query.from() == null || !made.isBefore(query.from()))
                && (query.before() == null || made.isBefore(query.before()));
    }

    @QueryHandler
    Page<Segment> find(FindSegments query) {
        Page<NamedSegment> page = switch (query.type()) {
            case TAG ->
                queryGateway.ask(new FindTags(query.account(), query.paging())).map(NamedSegment::of);
            case SNAPSHOT ->
                queryGateway
                        .ask(new FindSnapshotSummaries(query.account(), query.paging()))
                        .map(NamedSegment::of);
            case FILTER ->
                queryGateway
                        .ask(new FindParsedFilters(query.account(), query.paging()))
                        .map(NamedSegment::of);
        };
        List<Long> counts = countEach(query.account(), page.rows(), NamedSegment::criteria, query.today());
        List<Segment> rows = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            NamedSegment namedSegment = page.rows().get(i);
            rows.add(new Segment(query.type().word(), namedSegment.id(), namedSegment.name(), counts.get(i)));
        }
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    Segment find(FindSegment query) {
        NamedSegment found = findSegment(query.account(), query.type(), query.segmentId());
        long count = countEach(query.account(), List.of(found), NamedSegment::criteria, query.today())
                .getFirst();
        return new Segment(query.type(), found.id(), found.name(), count);
    }

    private <T> List<Long> countEach(
            long account, List<T> segments, Function<T, FanCriteria> criteria, LocalDate today) {
        List<FanSelection> chosen = segments.stream()
                .map(one -> chosen(account, criteria.apply(one)))
                .toList();
        return queryGateway.ask(new CountFanSelections(account, chosen, today));
    }

    @QueryHandler
    FanCriteria find(FindSegmentCriteria query) {
        return findSegment(query.account(), query.type(), query.segmentId()).criteria();
    }

    @QueryHandler
    FanCount find(CountFoundFans query) {
        FanSelection selection = chosen(query.account(), query.criteria());
        return queryGateway.ask(new CountFanSelection(query.account(), selection, query.today()));
    }

    @QueryHandler
    SegmentStatus find(FindSegmentStatus query) {
        NamedSegment namedSegment = findSegment(query.account(), query.type(), query.segmentId());
        FanSelection selection = chosen(query.account(), namedSegment.criteria());
        FanContactCounts counts = queryGateway.ask(new FindContactCounts(query.account(), selection, query.today()));
        return SegmentStatus.of(counts, namedSegment.at());
    }

    @QueryHandler
    Page<SegmentFan> find(FindSegmentFans query) {
        NamedSegment namedSegment = findSegment(query.account(), query.type(), query.segmentId());
        Page<FanContact> page;
        try {
            page = queryGateway.ask(new SearchContacts(new SearchFans(
                    query.account(), namedSegment.criteria(), query.today(), PLAIN, query.until(), query.paging())));
        } catch (Refusal refusal) {
            OutdatedCriteria.rethrowUnlessOutdated(refusal);
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
        FanCriteria criteria = queryGateway
                .ask(new FindNamedFilter(query.account(), query.filterName()))
                .criteria();
        FanSelection selection = chosen(query.account(), criteria);
        return queryGateway.ask(new FindSelectionStats(query.account(), selection, query.today()));
    }

    private NamedSegment findSegment(long account, String type, String id) {
        return switch (SegmentType.of(type)) {
            case TAG -> NamedSegment.of(tag(account, id));
            case SNAPSHOT -> NamedSegment.of(queryGateway.ask(new FindSnapshotSummary(account, id)));
            case FILTER -> NamedSegment.of(queryGateway.ask(new FindParsedFilter(account, id)));
        };
    }

    private Tag tag(long account, String id) {
        List<Tag> found = id.matches("[1-9]\\d{0,15}")
                ? queryGateway.ask(new FindSomeTags(account, List.of(Long.valueOf(id))))
                : List.of();
        if (found.isEmpty()) {
            throw Refusal.unknown("There is no such tag.");
        }
        return found.getFirst();
    }

    private FanSelection chosen(long account, FanCriteria criteria) {
        return NameResolver.resolve(account, criteria, queryGateway);
    }
}
