package encore.query.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteria.Snapshots;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotPartId;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotUidsOfFan;
import encore.query.ProjectionUnderTest;
import encore.query.search.facts.DeltaIds;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests criteria about snapshots, and the fans of whom a snapshot is taken. */
class SnapshotCriteriaTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-05");

    private ProjectionUnderTest<FanIndexProjection> index = new ProjectionUnderTest<>(FanIndexProjection::new);

    @AfterEach
    void close() {
        index.close();
    }

    @Test
    void fans_are_found_by_membership_in_a_snapshot() {
        index.given(joined(1), joined(2), joined(3), kept("may", 0, 1), kept("may", 1, 2), sealed("may", 2));
        assertThat(in("may")).containsExactly(1L, 2L);
        assertThat(notIn("may")).containsExactly(3L);
        index.given(joined(4), new FanErased(new FanId(7, 1)), new FanErased(new FanId(7, 3)));
        for (int i = 0; i < 2; i++) {
            assertThat(in("may")).containsExactly(2L);
            assertThat(notIn("may")).containsExactly(4L);
            assertThat(index.projection().find(new FindSnapshotUidsOfFan(7, 2))).containsExactly("may");
            assertThat(index.projection().find(new FindSnapshotUidsOfFan(7, 1))).isEmpty();
            assertThat(index.projection().find(new FindSnapshotUidsOfFan(7, 4))).isEmpty();
            index = index.restarted();
        }
    }

    @Test
    void one_of_several_is_enough_to_be_in_or_out() {
        index.given(joined(1), joined(2), joined(3));
        index.given(kept("may", 0, 1, 2), sealed("may", 1), kept("june", 0, 3), sealed("june", 1), sealed("july", 0));
        assertThat(found(List.of("may", "june"), List.of())).containsExactly(1L, 2L, 3L);
        assertThat(found(List.of(), List.of("may", "june"))).isEmpty();
        assertThat(found(List.of("may"), List.of("june"))).containsExactly(1L, 2L);
        assertThat(in("july")).isEmpty();
        assertThat(notIn("july")).containsExactly(1L, 2L, 3L);
    }

    @Test
    void one_that_is_not_sealed_or_is_removed_is_unknown_and_what_was_saved_with_it_finds_nobody() {
        index.given(joined(1), kept("may", 0, 1), kept("june", 0, 1), sealed("june", 1));
        index.given(new SnapshotRenamed(id("june"), "Later"), new SnapshotRemoved(id("june")));
        for (String uid : List.of("may", "june", "none")) {
            refused(List.of(uid), List.of(), "fan_incl_snapshot_uids");
            refused(List.of(), List.of(uid), "fan_excl_snapshot_uids");
            assertThatThrownBy(() ->
                            index.projection().find(new CountFanSelection(7, chosen(List.of(uid), List.of()), TODAY)))
                    .isInstanceOf(Refusal.class);
            assertThat(index.projection()
                            .find(new CountFanSelections(
                                    7,
                                    List.of(chosen(List.of(uid), List.of()), chosen(List.of(), List.of(uid))),
                                    TODAY)))
                    .containsExactly(0L, 0L);
        }
        try (var again = index.replayed()) {
            assertThat(again.checksums()).isEqualTo(index.checksums());
        }
    }

    @Test
    void selected_fans_are_answered_in_parts_in_the_order_of_their_ids() {
        index.given(joined(30), joined(10), joined(20), kept("may", 0, 10), sealed("may", 1));
        assertThat(members(new FanSelection(FanCriteria.any(), null)))
                .isEqualTo(new SnapshotMembers(5, 3, List.of(List.of(10L, 10L, 10L))));
        assertThat(members(chosen(List.of(), List.of("may"))))
                .isEqualTo(new SnapshotMembers(5, 2, List.of(List.of(20L, 10L))));
        assertThat(members(new FanSelection(FanCriteria.any(), List.of(99L))))
                .isEqualTo(new SnapshotMembers(5, 0, List.of()));
        assertThatThrownBy(() -> members(chosen(List.of("none"), List.of()))).isInstanceOf(Refusal.class);
        index.given(LongStream.rangeClosed(101, 10_101)
                .mapToObj(SnapshotCriteriaTest::joined)
                .toArray(Event[]::new));
        List<List<Long>> parts =
                members(new FanSelection(FanCriteria.any(), null)).parts();
        assertThat(parts).extracting(List::size).containsExactly(10_000, 4);
        assertThat(parts.getLast()).containsExactly(10_098L, 1L, 1L, 1L);
    }

    private SnapshotMembers members(FanSelection selection) {
        return index.projection().find(new FindMembersOfSelection(7, selection, TODAY));
    }

    private void refused(List<String> included, List<String> excluded, String parameter) {
        assertThatThrownBy(() -> found(included, excluded))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo(parameter));
    }

    private List<Long> in(String uid) {
        return found(List.of(uid), List.of());
    }

    private List<Long> notIn(String uid) {
        return found(List.of(), List.of(uid));
    }

    private List<Long> found(List<String> included, List<String> excluded) {
        return index.projection()
                .find(new FindMatchingFans(
                        7, chosen(included, excluded).criteria(), TODAY, Long.MAX_VALUE - 1, 0, null, 100));
    }

    private static FanSelection chosen(List<String> included, List<String> excluded) {
        var criteriaBuilder = new CriteriaBuilder();
        criteriaBuilder.snapshots = new Snapshots(included, excluded);
        return new FanSelection(criteriaBuilder.said(), null);
    }

    private static FanRegistered joined(long number) {
        return new FanRegistered(new FanId(7, number), Profile.EMPTY, Consent.EMPTY);
    }

    private static SnapshotPartKept kept(String uid, int number, long... fans) {
        return new SnapshotPartKept(new SnapshotPartId(id(uid), number), DeltaIds.encode(fans, 0, fans.length));
    }

    private static SnapshotSealed sealed(String uid, int parts) {
        return new SnapshotSealed(id(uid), uid, 1, parts, 9);
    }

    private static SnapshotId id(String uid) {
        return new SnapshotId(7, uid);
    }
}
