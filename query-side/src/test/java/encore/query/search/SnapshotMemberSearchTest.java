package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotMembers;
import encore.kernel.snapshots.SnapshotSource;
import encore.kernel.snapshots.SnapshotSource.OfCriteria;
import encore.kernel.snapshots.SnapshotSource.OfFans;
import encore.kernel.snapshots.SnapshotSource.OfSegment;
import encore.query.FakeQueryGateway;
import encore.query.search.facets.SnapshotFacet;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ann, fan 1, and Bo, fan 3, are in the index. Filter f asks for a snapshot that was removed. */
class SnapshotMemberSearchTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");
    private static final SnapshotMembers BOTH = new SnapshotMembers(9, 2, List.of(List.of(1L, 2L)));
    private static final SnapshotMembers NOBODY = new SnapshotMembers(9, 0, List.of());

    private final FakeQueryGateway fakeQueryGateway = new FakeQueryGateway()
            .on(FindNamedFans.class, query -> List.of(1L))
            .on(FindSegmentCriteria.class, query -> switch (query.segmentId()) {
                case "f" -> FanCriteria.in("gone");
                case "5" -> FanCriteria.tagged("vip");
                default -> throw Refusal.unknown("No.");
            })
            .on(FindMembersOfSelection.class, SnapshotMemberSearchTest::members);
    private final SnapshotMemberSearch meant = new SnapshotMemberSearch(fakeQueryGateway);

    private static SnapshotMembers members(FindMembersOfSelection query) {
        if (!query.selection().criteria().snapshots().included().isEmpty()) {
            throw new Refusal(Refusal.Kind.RULE, SnapshotFacet.UNKNOWN_SNAPSHOT, "fan_incl_snapshot_uids", "Gone.");
        }
        List<Long> among = query.selection().among();
        return among != null && among.isEmpty() ? NOBODY : BOTH;
    }

    @Test
    void a_segment_has_the_fans_of_its_criteria_and_nobody_where_they_are_unknown() {
        assertThat(find(new OfSegment("tag", "5"))).isEqualTo(BOTH);
        assertThat(fakeQueryGateway.askedQueries)
                .contains(new FindMembersOfSelection(7, new FanSelection(FanCriteria.tagged("vip"), null), TODAY));
        assertThat(find(new OfSegment("filter", "f"))).isEqualTo(NOBODY);
        refused(new OfSegment("quest", "5"), "segment_type");
        refused(new OfSegment("tag", "6"), "segment_id");
    }

    @Test
    void criteria_are_refused_as_their_search_is_and_names_are_looked_up_first() {
        refused(new OfCriteria(FanCriteria.in("gone")), "fan_incl_snapshot_uids");
        var named = new CriteriaBuilder();
        named.name = "ann";
        find(new OfCriteria(named.said()));
        assertThat(fakeQueryGateway.askedQueries)
                .endsWith(new FindMembersOfSelection(7, new FanSelection(named.said(), List.of(1L)), TODAY));
    }

    @Test
    void of_fans_all_must_be_there() {
        assertThat(find(new OfFans(List.of(3L, 1L, 3L)))).isEqualTo(BOTH);
        refused(new OfFans(List.of(1L, 2L)), "fan_ids");
    }

    private SnapshotMembers find(SnapshotSource source) {
        return meant.find(new FindSnapshotMembers(7, source, TODAY));
    }

    private void refused(SnapshotSource source, String parameter) {
        assertThatThrownBy(() -> find(source)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(parameter);
        });
    }
}
