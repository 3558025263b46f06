package encore.command.fanwagers;

import static encore.kernel.wagers.WagerResult.LOSER;
import static encore.kernel.wagers.WagerResult.VOID;
import static encore.kernel.wagers.WagerResult.WINNER;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.Event;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWagerCommand.PayStake;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.points.LedgerId;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhenWagerEndsThenPayStakesTest {

    private static final CampaignId CUP = new CampaignId(7, 100);
    private static final TabItemId FINAL = new TabItemId(CUP, 5);
    private static final WagerId HOME = new WagerId(FINAL, "home");
    private static final WagerId AWAY = new WagerId(FINAL, "away");
    private static final WagerId THIRD = new WagerId(new TabItemId(CUP, 50), "home");
    private static final WagerId OTHER = new WagerId(new TabItemId(new CampaignId(7, 1001), 5), "home");

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenWagerEndsThenPayStakes());

    @Test
    void winners_are_paid_what_they_were_promised_and_others_wait() {
        automation
                .given(placed(HOME, 41, 10, "2.5"), placed(AWAY, 42, 10, "3"), placed(HOME, 43, 7, "1.5"))
                .when(new WagerDecided(HOME, WINNER))
                .expect(pay(HOME, 41, 25), pay(HOME, 43, 10));
    }

    @ParameterizedTest
    @CsvSource({"3, 1.999999, 5", "1, 0.5, 0", "1000000000000, 1000000, 1000000000000000000", "1, 1, 1"})
    void a_payout_is_rounded_down_and_less_than_a_point_is_none(long stake, String odds, long payout) {
        automation.given(placed(HOME, 41, stake, odds)).when(new WagerDecided(HOME, WINNER));
        if (payout == 0) {
            automation.expect();
        } else {
            automation.expect(pay(HOME, 41, payout));
        }
    }

    @Test
    void losers_get_nothing_whatever_goes_later() {
        automation
                .given(placed(HOME, 41, 10, "2"))
                .when(new WagerDecided(HOME, LOSER), new TabItemRemoved(FINAL), new CampaignDeleted(CUP))
                .expect();
    }

    @Test
    void stakes_on_what_is_void_or_withdrawn_are_given_back() {
        automation
                .given(placed(HOME, 41, 10, "2"), placed(AWAY, 41, 11, "3"))
                .when(new WagerDecided(HOME, VOID), new WagerWithdrawn(AWAY))
                .expect(pay(HOME, 41, 10), pay(AWAY, 41, 11));
    }

    @Test
    void so_are_those_on_what_goes_with_its_item_or_campaign() {
        Event[] stakes = {
            placed(HOME, 41, 10, "2"), placed(THIRD, 41, 11, "2"), placed(OTHER, 41, 12, "2"), placed(AWAY, 42, 13, "2")
        };
        automation.given(stakes).when(new TabItemRemoved(FINAL)).expect(pay(AWAY, 42, 13), pay(HOME, 41, 10));
        automation.given().when(new CampaignDeleted(CUP)).expect(pay(THIRD, 41, 11));
    }

    /** Its check came first: it was in time. */
    @Test
    void a_stake_that_is_taken_beside_the_end_ends_like_the_others() {
        automation
                .given(new WagerDecided(HOME, WINNER), new WagerDecided(AWAY, LOSER), new TabItemRemoved(FINAL))
                .when(placed(HOME, 41, 10, "2"), placed(AWAY, 41, 10, "2"))
                .expect(pay(HOME, 41, 20));
        automation
                .given(new CampaignDeleted(CUP))
                .when(placed(THIRD, 43, 10, "2"))
                .expect(pay(THIRD, 43, 10));
    }

    @Test
    void a_paid_stake_is_not_paid_again() {
        automation
                .given(placed(HOME, 41, 10, "2"), new WagerDecided(HOME, WINNER))
                .when(new TabItemRemoved(FINAL), new CampaignDeleted(CUP))
                .expect();
    }

    @Test
    void many_are_paid_in_batches_each_under_an_ordinal_of_its_own() {
        int many = 2 * WhenWagerEndsThenPayStakes.BATCH;
        Event[] stakes = LongStream.range(0, many)
                .mapToObj(fan -> placed(HOME, fan, 1, "2"))
                .toArray(Event[]::new);
        automation.given(stakes).when(new WagerDecided(HOME, WINNER));
        assertThat(automation.named()).hasSize(many).doesNotHaveDuplicates();
    }

    /** Repeats after a loss carry the ids that they had. */
    @Test
    void a_payments_ordinal_is_the_position_of_its_stake() {
        automation.given(placed(AWAY, 41, 10, "2"), placed(HOME, 41, 10, "2")).when(new WagerDecided(HOME, WINNER));
        assertThat(automation.requests()).containsExactly("3/2");
    }

    private static FanWagerPlaced placed(WagerId wager, long fan, long count, String odds) {
        return new FanWagerPlaced(ledger(fan), wager, "w" + fan, count, new BigDecimal(odds), "p" + fan);
    }

    private static PayStake pay(WagerId wager, long fan, long count) {
        return new PayStake(ledger(fan), wager, "w" + fan, "p" + fan, count);
    }

    private static LedgerId ledger(long fan) {
        return new LedgerId(new FanId(7, fan), "discs");
    }
}
