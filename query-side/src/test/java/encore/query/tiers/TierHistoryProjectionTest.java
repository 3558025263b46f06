package encore.query.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TierHistoryProjectionTest {

    private static final PointTiersId TIERS = new PointTiersId(7, "cd");

    private final ProjectionUnderTest<TierHistoryProjection> history =
            new ProjectionUnderTest<>(TierHistoryProjection::new);

    @BeforeEach
    void a_tier_that_is_renamed_and_one_above_it() {
        history.given(
                new PointTypeCreated(new PointTypeId(8, "cd"), "theirs"),
                new PointTypeCreated(new PointTypeId(7, "cd"), "discs"),
                new TierAdded(TIERS, "g", "Gold", 100),
                new TierAdded(TIERS, "s", "Silver", 10),
                new TierChanged(TIERS, "g", "Platinum", 50));
    }

    @AfterEach
    void close() {
        history.close();
    }

    @Test
    void each_position_has_the_tiers_of_then() {
        assertThat(asOf(history, 1)).isEmpty();
        assertThat(asOf(history, 2)).containsExactly(new PointTypeWithTiers("cd", "discs", List.of()));
        assertThat(asOf(history, 3)).containsExactly(type(tier("g", "Gold", 100, 2)));
        assertThat(asOf(history, 4)).containsExactly(type(tier("s", "Silver", 10, 3), tier("g", "Gold", 100, 2)));
        assertThat(asOf(history, 5)).containsExactly(type(tier("s", "Silver", 10, 3), tier("g", "Platinum", 50, 2)));
    }

    @Test
    void a_balance_reaches_the_highest_tier_at_or_below_it() {
        PointTypeWithTiers type = asOf(history, 5).getFirst();
        assertThat(type.tierAt(9)).isNull();
        assertThat(type.tierAt(10)).isEqualTo(tier("s", "Silver", 10, 3));
        assertThat(type.tierAt(60)).isEqualTo(tier("g", "Platinum", 50, 2));
    }

    @Test
    void a_replay_leaves_the_same() {
        try (var replayed = history.replayed()) {
            assertThat(replayed.checksums()).isEqualTo(history.checksums());
            assertThat(asOf(replayed, 4)).isEqualTo(asOf(history, 4));
        }
    }

    private static List<PointTypeWithTiers> asOf(ProjectionUnderTest<TierHistoryProjection> history, long position) {
        var query = new FindPointTypesWithTiers(7, AsOf.of(position));
        return history.read(
                documents -> history.projection().find(query, documents, new Moment(position, Instant.EPOCH)));
    }

    private static PointTypeWithTiers type(PointTier... tiers) {
        return new PointTypeWithTiers("cd", "discs", List.of(tiers));
    }

    private static PointTier tier(String uid, String name, long min, int second) {
        return new PointTier(uid, 7, "cd", "discs", name, min, ProjectionUnderTest.START.plusSeconds(second));
    }
}
