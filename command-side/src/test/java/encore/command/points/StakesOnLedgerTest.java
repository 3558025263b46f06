package encore.command.points;

import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWagerCommand.PayStake;
import encore.kernel.fanwagers.FanWagerCommand.StakePoints;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.fanwagers.PlacedFanWager;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.RecordedAward;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StakesOnLedgerTest {

    private static final LedgerId LEDGER = new LedgerId(new FanId(7, 42), "discs");
    private static final WagerId HOME = new WagerId(new TabItemId(new CampaignId(7, 100), 5), "home");
    private static final BigDecimal ODDS = new BigDecimal("2.5");

    private final AggregateUnderTest<PointsLedger> ledger = new AggregateUnderTest<>(PointsLedger.class);

    @BeforeEach
    void the_fan_is_there() {
        ledger.streams.open(LEDGER.fan());
    }

    @Test
    void a_stake_is_taken_and_is_the_fans_wager_in_one() {
        ledger.given(record("p1", 50, 50))
                .when(stake(50))
                .expectEvents(record("w1", -50, 0), new FanWagerPlaced(LEDGER, HOME, "w1", 50, ODDS, "p9"))
                .expectResultMessagePayload(new PlacedFanWager("w1"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 51, Long.MAX_VALUE})
    void a_stake_is_never_more_than_there_is(long count) {
        ledger.given(record("p1", 50, 50))
                .when(stake(count))
                .expectNoEvents()
                .expectException(refusalNaming("point_count"));
    }

    @Test
    void a_fan_that_never_had_points_cannot_stake_any() {
        ledger.givenNoPriorActivity().when(stake(1)).expectNoEvents().expectException(refusalNaming("point_count"));
    }

    @Test
    void a_stake_whose_winnings_no_balance_can_hold_is_refused() {
        long most = 1_000_000_000_000L;
        var odds = new BigDecimal("1000000");
        List<Event> past = new ArrayList<>(List.of(record("p1", 20 * most, 20 * most)));
        for (int i = 1; i <= 4; i++) {
            past.add(record("w" + i, -most, (20 - i) * most));
            past.add(new FanWagerPlaced(LEDGER, HOME, "w" + i, most, odds, "p" + i));
        }
        var fifth = new StakePoints(LEDGER, HOME, "w5", most, odds, "p5");
        ledger.given(past).when(fifth).expectNoEvents().expectException(refusalNaming("point_count"));
        ledger.given(past).when(stake(50)).expectResultMessagePayload(new PlacedFanWager("w1"));
        // Winnings that are paid are promised no more.
        past.add(record("p1", most * 1_000_000, 16 * most + most * 1_000_000));
        past.add(new FanWagerPaid(LEDGER, HOME, "w1", "p1", most * 1_000_000));
        ledger.given(past).when(fifth).expectResultMessagePayload(new PlacedFanWager("w5"));
    }

    @Test
    void an_award_leaves_room_for_the_winnings_that_are_promised() {
        long stake = 1_000_000_000_000L;
        long winnings = 1_000_000 * stake;
        long balance = Long.MAX_VALUE - winnings - 10;
        List<Event> past = List.of(
                record("p1", balance, balance),
                new FanWagerPlaced(LEDGER, HOME, "w1", stake, new BigDecimal("1000000"), "p9"));
        ledger.streams.open(LEDGER.pointType());
        ledger.given(past).when(award(11)).expectNoEvents().expectException(refusalNaming("point_count"));
        ledger.given(past).when(award(10)).expectResultMessagePayload(new RecordedAward(42, "a1"));
        ledger.given(past).when(pay(winnings)).expectResultMessagePayload(new RecordedAward(42, "p9"));
    }

    private static AwardPoints award(long count) {
        return new AwardPoints(LEDGER, "a1", count, "api", AwardDetails.NONE);
    }

    @Test
    void a_stake_is_paid() {
        ledger.given(record("p1", 50, 50), record("w1", -20, 30))
                .when(pay(50))
                .expectEvents(record("p9", 50, 80), new FanWagerPaid(LEDGER, HOME, "w1", "p9", 50))
                .expectResultMessagePayload(new RecordedAward(42, "p9"));
    }

    @Test
    void a_stake_is_paid_once() {
        ledger.once.used("w1", 50L, new RecordedAward(42, "p9"));
        ledger.given(record("p1", 50, 50))
                .when(pay(50))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedAward(42, "p9"));
        ledger.given(record("p1", 50, 50))
                .when(pay(20))
                .expectNoEvents()
                .expectException(refusalNaming("fan_wager_uid"));
    }

    @Test
    void nothing_is_paid_where_nothing_was_taken() {
        ledger.givenNoPriorActivity().when(pay(50)).expectNoEvents().expectException(AggregateNotFoundException.class);
    }

    @Test
    void an_erased_fan_stakes_and_gets_nothing() {
        ledger.streams.ended(LEDGER.fan());
        for (Object command : new Object[] {stake(1), pay(50)}) {
            ledger.given(record("p1", 50, 50)).when(command).expectNoEvents().expectException(refusalNaming("fan_id"));
        }
    }

    private static StakePoints stake(long count) {
        return new StakePoints(LEDGER, HOME, "w1", count, ODDS, "p9");
    }

    private static PayStake pay(long count) {
        return new PayStake(LEDGER, HOME, "w1", "p9", count);
    }

    private static PointsAwarded record(String uid, long count, long balance) {
        var details =
                AwardDetailsBuilder.builder(AwardDetails.NONE).pageTabId(100L).build();
        return PointsAwarded.of(new AwardPoints(LEDGER, uid, count, "wager", details), balance);
    }
}
