package encore.command.tiers;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.tiers.PointTierUid;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersCommand.AddTier;
import encore.kernel.tiers.TiersCommand.ChangeTier;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.tiers.TiersEvent.TierChanged;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PointTiersTest {

    private static final PointTiersId TIERS = new PointTiersId(7, "cd");

    private final AggregateUnderTest<PointTiers> tiers = new AggregateUnderTest<>(PointTiers.class);

    @BeforeEach
    void the_point_type_is_known() {
        tiers.streams.open(TIERS.pointType());
    }

    @Test
    void a_tier_is_added() {
        tiers.givenNoPriorActivity()
                .when(new AddTier(TIERS, "t1", "Gold", 100))
                .expectEvents(new TierAdded(TIERS, "t1", "Gold", 100))
                .expectResultMessagePayload(new PointTierUid("t1"));
    }

    @Test
    void a_tier_that_is_there_gets_another_name_and_threshold() {
        tiers.given(new TierAdded(TIERS, "t1", "Gold", 100))
                .when(new ChangeTier(TIERS, "t1", "Silver", 50))
                .expectEvents(new TierChanged(TIERS, "t1", "Silver", 50))
                .expectResultMessagePayload(new PointTierUid("t1"));
    }

    @Test
    void a_change_that_changes_nothing_records_nothing() {
        tiers.given(new TierAdded(TIERS, "t1", "Gold", 100), new TierChanged(TIERS, "t1", "Silver", 50))
                .when(new ChangeTier(TIERS, "t1", "Silver", 50))
                .expectNoEvents()
                .expectResultMessagePayload(new PointTierUid("t1"));
    }

    @Test
    void a_tier_that_is_not_there_is_refused() {
        tiers.given(new TierAdded(TIERS, "t1", "Gold", 100))
                .when(new ChangeTier(TIERS, "t2", "Silver", 50))
                .expectNoEvents()
                .expectException(refusalNaming("point_tier_uid"));
    }

    @Test
    void a_point_type_without_tiers_has_none_to_change() {
        tiers.givenNoPriorActivity()
                .when(new ChangeTier(TIERS, "t2", "Silver", 50))
                .expectNoEvents()
                .expectException(refusalNaming("point_tier_uid"));
    }

    @Test
    void an_unknown_point_type_has_no_tiers() {
        new AggregateUnderTest<>(PointTiers.class)
                .givenNoPriorActivity()
                .when(new AddTier(TIERS, "t1", "Gold", 100))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_thousand_tiers_are_enough() {
        tiers.given(IntStream.range(0, 1_000)
                        .mapToObj(i -> new TierAdded(TIERS, "t" + i, "Tier " + i, i))
                        .toList())
                .when(new AddTier(TIERS, "one-more", "Gold", 100))
                .expectNoEvents()
                .expectException(refusalNaming("tier_name"));
    }
}
