package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.fans.FanQuery.SearchContacts;
import encore.kernel.filters.FilterQuery.FindParsedFilter;
import encore.kernel.filters.FilterQuery.FindParsedFilters;
import encore.kernel.filters.FilterQuery.FindSearchFilters;
import encore.kernel.filters.SearchFilter;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanContactCounts;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.Segment;
import encore.kernel.segments.SegmentFan;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.segments.SegmentQuery.FindContactCounts;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.segments.SegmentQuery.FindSegmentFans;
import encore.kernel.segments.SegmentQuery.FindSegmentStatus;
import encore.kernel.segments.SegmentQuery.FindSegments;
import encore.kernel.segments.SegmentStatus;
import encore.kernel.segments.SegmentType;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummaries;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummary;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTags;
import encore.query.FakeQueryGateway;
import encore.query.search.facets.SnapshotFacet;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Has one tag, one snapshot and two filters. The first segment that is counted has one fan, the second two, and so on.
 */
class SegmentsTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");
    private static final Instant MADE = Instant.parse("2026-03-01T12:00:00Z");
    private static final SearchFilter.ParsedFilter ANNS = filter("f", "Anns", "door", named("ann"), MADE);
    private static final SearchFilter.ParsedFilter VIPS =
            filter("g", "Vips", null, FanCriteria.tagged("vip"), MADE.plusSeconds(60));

    private final FakeQueryGateway fakeQueryGateway = new FakeQueryGateway()
            .on(FindTags.class, query -> page(new Tag(5, "VIP", MADE)))
            .on(FindSomeTags.class, query -> query.tagIds().contains(5L) ? List.of(new Tag(5, "VIP", MADE)) : List.of())
            .on(FindSnapshotSummaries.class, query -> page(new Snapshot.SnapshotSummary("s", "May", MADE)))
            .on(FindSnapshotSummary.class, query -> new Snapshot.SnapshotSummary(query.snapshotUid(), "May", MADE))
            .on(FindParsedFilters.class, query -> page(ANNS, VIPS))
            .on(FindParsedFilter.class, query -> ANNS)
            .on(FindNamedFans.class, query -> List.of(1L, 2L))
            .on(
                    CountFanSelections.class,
                    query -> IntStream.rangeClosed(1, query.selections().size())
                            .mapToObj(Long::valueOf)
                            .toList())
            .on(FindContactCounts.class, query -> new FanContactCounts(0, 0, 0, 0, 0, 0, null));
    private final Segments segments = new Segments(fakeQueryGateway);

    @Test
    void each_type_is_listed_with_its_counts() {
        assertThat(all(SegmentType.TAG)).containsExactly(new Segment("tag", "5", "VIP", 1));
        assertThat(all(SegmentType.SNAPSHOT)).containsExactly(new Segment("snapshot", "s", "May", 1));
        assertThat(all(SegmentType.FILTER))
                .containsExactly(new Segment("filter", "f", "Anns", 1), new Segment("filter", "g", "Vips", 2));
        assertThat(fakeQueryGateway.askedQueries)
                .contains(
                        new CountFanSelections(7, List.of(new FanSelection(FanCriteria.in("s"), null)), TODAY),
                        new CountFanSelections(
                                7,
                                List.of(
                                        new FanSelection(ANNS.criteria(), List.of(1L, 2L)),
                                        new FanSelection(VIPS.criteria(), null)),
                                TODAY));
    }

    @Test
    void an_empty_segment_changed_last_when_it_was_made() {
        SegmentStatus status = segments.find(new FindSegmentStatus(7, "snapshot", "s", TODAY));
        assertThat(status.fanCount()).isZero();
        assertThat(status.lastUpdateTimestamp()).isEqualTo(MADE);
    }

    @Test
    void an_unknown_segment_in_a_path_is_a_404() {
        for (var unknown : List.of(
                new FindSegmentCriteria(7, "quest", "5"),
                new FindSegmentCriteria(7, "tag", "6"),
                new FindSegmentCriteria(7, "tag", "x"))) {
            assertThatThrownBy(() -> segments.find(unknown))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
        assertThat(segments.find(new FindSegmentCriteria(7, "tag", "5"))).isEqualTo(FanCriteria.tagged("VIP"));
    }

    @Test
    void a_page_of_fans_is_one_of_a_search_and_of_what_was_refused_it_is_empty() {
        fakeQueryGateway.on(SearchContacts.class, query -> new Page<>(List.of(), null, null, true, 9));
        Page<SegmentFan> first = fans(null, null);
        assertThat(first.last()).as("goes on where it stands").isEqualTo("0");
        assertThat(fans(9L, "3").last()).isEqualTo("3");
        fakeQueryGateway.on(SearchContacts.class, query -> {
            throw new Refusal(Refusal.Kind.RULE, SnapshotFacet.UNKNOWN_SNAPSHOT, "fan_incl_snapshot_uids", "Gone.");
        });
        assertThat(fans(9L, null)).isEqualTo(new Page<>(List.of(), null, null, false, 9));
        fakeQueryGateway.on(SearchContacts.class, query -> {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "behind", "Later.");
        });
        assertThatThrownBy(() -> fans(9L, null)).isInstanceOf(Refusal.class);
    }

    @Test
    void filters_are_found_by_their_group_and_the_days_they_were_made() {
        assertThat(filters("door", null, null)).containsExactly("Anns 1");
        assertThat(filters(null, null, null)).containsExactly("Anns 1", "Vips 2");
        assertThat(filters(null, MADE.plusSeconds(1), null)).containsExactly("Vips 1");
        assertThat(filters(null, MADE, MADE.plusSeconds(60))).containsExactly("Anns 1");
    }

    private List<String> filters(@Nullable String group, @Nullable Instant from, @Nullable Instant before) {
        return segments
                .find(new FindSearchFilters(7, group, from, before, TODAY, new NextKey(null, 10)))
                .rows()
                .stream()
                .map(filter -> filter.filterName() + " " + filter.lastSearchCount())
                .toList();
    }

    private List<Segment> all(SegmentType type) {
        return segments.find(new FindSegments(7, type, TODAY, new NextKey(null, 10)))
                .rows();
    }

    private Page<SegmentFan> fans(@Nullable Long until, @Nullable String after) {
        return segments.find(new FindSegmentFans(7, "filter", "f", TODAY, until, new Paging.Search(after, 3)));
    }

    @SafeVarargs
    private static <T> Page<T> page(T... rows) {
        return new Page<>(List.of(rows), "1", "1", false, 9);
    }

    private static FanCriteria named(String name) {
        var criteriaBuilder = new CriteriaBuilder();
        criteriaBuilder.name = name;
        return criteriaBuilder.said();
    }

    private static SearchFilter.ParsedFilter filter(
            String uid, String name, @Nullable String group, FanCriteria criteria, Instant made) {
        return new SearchFilter.ParsedFilter(
                new SearchFilter.Managed(uid, name, group, made, JsonNodeFactory.instance.objectNode()), criteria);
    }
}
