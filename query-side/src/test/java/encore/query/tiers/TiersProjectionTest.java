package encore.query.tiers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindSavedTier;
import encore.kernel.tiers.TiersQuery.FindTiers;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TiersProjectionTest {

    private static final PointTiersId TIERS = new PointTiersId(7, "cd");

    private final ProjectionUnderTest<TiersProjection> tiers = new ProjectionUnderTest<>(TiersProjection::new);

    @BeforeEach
    void two_tiers_of_which_one_was_changed() {
        tiers.given(
                new PointTypeCreated(new PointTypeId(7, "cd"), "discs"),
                new TierAdded(TIERS, "t1", "Gold", 100),
                new TierAdded(TIERS, "t2", "Silver", 50),
                new TierChanged(TIERS, "t1", "Bronze", 10));
    }

    @AfterEach
    void close() {
        tiers.close();
    }

    @Test
    void tiers_stand_lowest_first_and_keep_when_they_were_made() {
        assertThat(find("cd", null)).containsExactly(tier("t1", "Bronze", 10, 1), tier("t2", "Silver", 50, 2));
    }

    @Test
    void a_tier_is_found_by_the_name_it_has_now() {
        assertThat(find("cd", "Silver")).containsExactly(tier("t2", "Silver", 50, 2));
        assertThat(find("cd", "Gold")).isEmpty();
    }

    @Test
    void a_point_type_without_tiers_has_none_and_an_unknown_one_is_unknown() {
        tiers.given(new PointTypeCreated(new PointTypeId(7, "tape"), "tapes"));
        assertThat(find("tape", null)).isEmpty();
        assertThatThrownBy(() -> find("lp", null))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    @Test
    void a_saved_tier_is_read_whole_or_not_yet() {
        assertThat(saved("t1")).isEqualTo(tier("t1", "Bronze", 10, 1));
        assertThatThrownBy(() -> saved("t3"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
    }

    private PointTier saved(String uid) {
        return tiers.read(documents -> tiers.projection().find(new FindSavedTier(7, "cd", uid), documents));
    }

    @Test
    void replayed_it_is_the_same() {
        try (var again = tiers.replayed()) {
            assertThat(again.checksums()).isEqualTo(tiers.checksums());
        }
    }

    private List<PointTier> find(String pointUid, @Nullable String name) {
        return tiers.read(documents -> tiers.projection().find(new FindTiers(7, pointUid, name), documents));
    }

    private static PointTier tier(String uid, String name, long minPoints, int seconds) {
        return new PointTier(uid, 7, "cd", "discs", name, minPoints, ProjectionUnderTest.START.plusSeconds(seconds));
    }
}
