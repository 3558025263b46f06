package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.segments.Chosen;
import encore.kernel.segments.SegmentQuery.FindSegmentCriteria;
import encore.kernel.snapshots.Meant;
import encore.kernel.snapshots.Meant.OfCriteria;
import encore.kernel.snapshots.Meant.OfFans;
import encore.kernel.snapshots.Meant.OfSegment;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindChosenMembers;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotMembers;
import encore.query.Asked;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ann, fan 1, and Bo, fan 3, are in the index. Filter f asks for a snapshot that was removed. */
class MeantFansTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");
    private static final SnapshotMembers BOTH = new SnapshotMembers(9, 2, List.of(List.of(1L, 2L)));
    private static final SnapshotMembers NOBODY = new SnapshotMembers(9, 0, List.of());

    private final Asked asked = new Asked()
            .on(FindNamedFans.class, query -> List.of(1L))
            .on(FindSegmentCriteria.class, query -> switch (query.segmentId()) {
                case "f" -> FanCriteria.in("gone");
                case "5" -> FanCriteria.tagged("vip");
                default -> throw Refusal.unknown("No.");
            })
            .on(FindChosenMembers.class, MeantFansTest::members);
    private final MeantFans meant = new MeantFans(asked);

    private static SnapshotMembers members(FindChosenMembers query) {
        if (!query.chosen().criteria().snapshots().included().isEmpty()) {
            throw new Refusal(Refusal.Kind.RULE, FanSnapshots.UNKNOWN, "fan_incl_snapshot_uids", "Gone.");
        }
        List<Long> among = query.chosen().among();
        return among != null && among.isEmpty() ? NOBODY : BOTH;
    }

    @Test
    void a_segment_means_whom_its_criteria_find_and_nobody_where_that_cannot_be_told() {
        assertThat(find(new OfSegment("tag", "5"))).isEqualTo(BOTH);
        assertThat(asked.asked).contains(new FindChosenMembers(7, new Chosen(FanCriteria.tagged("vip"), null), TODAY));
        assertThat(find(new OfSegment("filter", "f"))).isEqualTo(NOBODY);
        refused(new OfSegment("quest", "5"), "segment_type");
        refused(new OfSegment("tag", "6"), "segment_id");
    }

    @Test
    void criteria_are_refused_as_their_search_is_and_names_are_looked_up_first() {
        refused(new OfCriteria(FanCriteria.in("gone")), "fan_incl_snapshot_uids");
        var named = new Criteria();
        named.name = "ann";
        find(new OfCriteria(named.said()));
        assertThat(asked.asked).endsWith(new FindChosenMembers(7, new Chosen(named.said(), List.of(1L)), TODAY));
    }

    @Test
    void of_fans_all_must_be_there() {
        assertThat(find(new OfFans(List.of(3L, 1L, 3L)))).isEqualTo(BOTH);
        refused(new OfFans(List.of(1L, 2L)), "fan_ids");
    }

    private SnapshotMembers find(Meant wanted) {
        return meant.find(new FindSnapshotMembers(7, wanted, TODAY));
    }

    private void refused(Meant wanted, String parameter) {
        assertThatThrownBy(() -> find(wanted)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
            assertThat(refusal.field()).isEqualTo(parameter);
        });
    }
}
