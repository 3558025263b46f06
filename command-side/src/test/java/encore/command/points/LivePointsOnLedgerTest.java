package encore.command.points;

import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.RecordedAward;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.PayLivePoints;
import encore.kernel.shows.scores.ScoreEvent.LivePointsPaid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LivePointsOnLedgerTest {

    private static final FanId FAN = new FanId(7, 42);
    private static final LedgerId LEDGER = new LedgerId(FAN, "discs");
    private static final PlayerId PLAYER = new PlayerId(new CampaignId(7, 17), 42);

    private final AggregateUnderTest<PointsLedger> ledger = new AggregateUnderTest<>(PointsLedger.class);

    @BeforeEach
    void the_fan_is_there_and_the_campaign_may_be_gone() {
        ledger.streams.open(FAN).begunAt(new ActivityId(7, "a1"), 900);
    }

    @Test
    void points_come_with_their_show_and_the_activity_of_the_join() {
        ledger.givenNoPriorActivity()
                .when(award(60, "a1"))
                .expectEvents(record(60, 60, 900L), new LivePointsPaid(LEDGER, PLAYER, "17/quiz/q1", "p1", 60))
                .expectResultMessagePayload(new RecordedAward(42, "p1"));
    }

    @Test
    void without_a_join_there_is_no_activity() {
        ledger.given(record(30, 30, null))
                .when(award(60, null))
                .expectEvents(record(60, 90, null), new LivePointsPaid(LEDGER, PLAYER, "17/quiz/q1", "p1", 60));
    }

    @Test
    void a_key_is_paid_once() {
        ledger.once.used("17/quiz/q1", 60L, new RecordedAward(42, "p0"));
        ledger.given(record(60, 60, null))
                .when(award(60, "a1"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedAward(42, "p0"));
    }

    @Test
    void an_erased_fan_gets_nothing() {
        ledger.streams.ended(FAN);
        ledger.givenNoPriorActivity().when(award(60, null)).expectNoEvents().expectException(refusalNaming("fan_id"));
    }

    @Test
    void a_balance_never_overflows() {
        ledger.given(record(Long.MAX_VALUE - 10, Long.MAX_VALUE - 10, null))
                .when(award(11, null))
                .expectNoEvents()
                .expectException(refusalNaming("point_count"));
    }

    private static PayLivePoints award(long count, @Nullable String activityUid) {
        return new PayLivePoints(LEDGER, PLAYER, "17/quiz/q1", "p1", count, activityUid);
    }

    private static PointsAwarded record(long count, long balance, @Nullable Long activityId) {
        var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                .pageTabId(17L)
                .activityId(activityId)
                .build();
        return PointsAwarded.of(new AwardPoints(LEDGER, "p1", count, "live", details), balance);
    }
}
