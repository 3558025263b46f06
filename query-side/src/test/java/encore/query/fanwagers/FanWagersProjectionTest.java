package encore.query.fanwagers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWager;
import encore.kernel.fanwagers.FanWager.State;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.fanwagers.FanWagerQuery.FindFanWager;
import encore.kernel.fanwagers.FanWagerQuery.FindWagerTallies;
import encore.kernel.fanwagers.FanWagerQuery.FindWagersOfFan;
import encore.kernel.fanwagers.FanWagerQuery.ListFanWagers;
import encore.kernel.fanwagers.WagerTally;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LedgerId;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerQuery.FindWager;
import encore.kernel.wagers.WagerResult;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FanWagersProjectionTest {

    private static final TabItemId FINAL = new TabItemId(new CampaignId(7, 100), 5);
    private static final WagerId HOME = new WagerId(FINAL, "home");
    private static final WagerId AWAY = new WagerId(FINAL, "away");
    private static final BigDecimal ODDS = new BigDecimal("2.5");

    private final ProjectionUnderTest<FanWagersProjection> wagers =
            new ProjectionUnderTest<>(() -> new FanWagersProjection(homeAndAwayAreThere()));

    private static FakeQueryGateway homeAndAwayAreThere() {
        return new FakeQueryGateway().on(FindWager.class, query -> {
            if (query.account() != 7 || !List.of("home", "away").contains(query.wagerUid())) {
                throw Refusal.unknown("There is no such thing.");
            }
            return Wager.of(new WagerId(FINAL, query.wagerUid()), WagerDetails.NONE, null);
        });
    }

    @AfterEach
    void close() {
        wagers.close();
    }

    @Test
    void stakes_are_listed_in_their_order_with_what_became_of_them() {
        wagers.given(placed(HOME, "w1", 41, 10), placed(AWAY, "w2", 41, 5), placed(HOME, "w3", 42, 20));
        eachWay(projection -> {
            assertThat(list(projection, "home", null))
                    .containsExactly(
                            shown("w1", 41, 10, State.PENDING, 0, 0), shown("w3", 42, 20, State.PENDING, 0, 2));
            assertThat(list(projection, "home", "1"))
                    .extracting(FanWager::fanWagerUid)
                    .containsExactly("w3");
        });
        wagers.given(new WagerDecided(HOME, WagerResult.WINNER), paid(HOME, "w3", 42, 50), new WagerWithdrawn(AWAY));
        eachWay(projection -> {
            assertThat(list(projection, "home", null))
                    .containsExactly(shown("w1", 41, 10, State.WINNER, 0, 0), shown("w3", 42, 20, State.WINNER, 50, 2));
            assertThat(one(projection, "home", "w3")).isEqualTo(shown("w3", 42, 20, State.WINNER, 50, 2));
            assertThat(list(projection, "away", null))
                    .extracting(FanWager::state)
                    .containsExactly(State.VOID);
        });
    }

    @Test
    void a_fans_own_are_found_across_wagers() {
        wagers.given(placed(HOME, "w1", 41, 10), placed(HOME, "w2", 42, 5), placed(AWAY, "w3", 41, 20));
        eachWay(projection ->
                assertThat(ofFan(projection)).extracting(FanWager::wagerUid).containsExactly("home", "away"));
    }

    @Test
    void wagers_open_when_their_item_or_campaign_is_removed_are_void() {
        var third = new WagerId(new TabItemId(FINAL.campaign(), 6), "draw");
        wagers.given(
                placed(HOME, "w1", 41, 10),
                placed(AWAY, "w2", 41, 5),
                placed(third, "w3", 41, 20),
                new WagerDecided(HOME, WagerResult.LOSER),
                new TabItemRemoved(FINAL));
        eachWay(projection -> assertThat(ofFan(projection))
                .extracting(FanWager::state)
                .containsExactly(State.LOSER, State.VOID, State.PENDING));
        wagers.given(new CampaignDeleted(FINAL.campaign()));
        eachWay(projection -> assertThat(ofFan(projection))
                .extracting(FanWager::state)
                .containsExactly(State.LOSER, State.VOID, State.VOID));
    }

    private static List<FanWager> ofFan(ProjectionUnderTest<FanWagersProjection> wagers) {
        return wagers.<Page<FanWager>>read(documents ->
                        wagers.projection().find(new FindWagersOfFan(7, 41, new NextKey(null, 10)), documents))
                .rows();
    }

    @Test
    void unknown_wagers_are_refused() {
        wagers.given(placed(HOME, "w1", 41, 10));
        for (String uid : List.of("w2", "w1.", "")) {
            assertThatThrownBy(() -> one(wagers, "home", uid)).isInstanceOf(Refusal.class);
        }
        assertThatThrownBy(() -> one(wagers, "away", "w1")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> list(wagers, "draw", null)).isInstanceOf(Refusal.class);
    }

    @Test
    void each_stake_and_each_payment_counts_once_in_whatever_order_they_come() {
        wagers.given(placed(HOME, "w1", 41, 10))
                .givenLate(placed(HOME, "w2", 42, 7), paid(HOME, "w2", 42, 14), placed(AWAY, "w3", 43, 1))
                .givenLate(paid(HOME, "w1", 41, 20), new WagerDecided(HOME, WagerResult.WINNER));
        eachWay(projection -> {
            assertThat(projection.<List<WagerTally>>read(documents -> projection
                            .projection()
                            .find(new FindWagerTallies(7, List.of(AWAY, HOME, new WagerId(FINAL, "draw"))), documents)))
                    .containsExactly(new WagerTally("away", 1, 1, 0), new WagerTally("home", 2, 17, 34));
            assertThat(list(projection, "home", null))
                    .extracting(FanWager::creditPointCount)
                    .containsExactly(20L, 14L);
        });
    }

    /** As it grew, and made anew with its last event applied twice. */
    private void eachWay(Consumer<ProjectionUnderTest<FanWagersProjection>> check) {
        check.accept(wagers);
        try (var again = wagers.replayed()) {
            assertThat(again.checksums()).isEqualTo(wagers.checksums());
            check.accept(again);
        }
    }

    private static List<FanWager> list(
            ProjectionUnderTest<FanWagersProjection> wagers, String wager, @Nullable String after) {
        return wagers.<Page<FanWager>>read(documents -> wagers.projection()
                        .find(new ListFanWagers(7, 100, 5, wager, new NextKey(after, 10)), documents))
                .rows();
    }

    private static FanWager one(ProjectionUnderTest<FanWagersProjection> wagers, String wager, String uid) {
        return wagers.read(documents -> wagers.projection().find(new FindFanWager(7, 100, 5, wager, uid), documents));
    }

    private static FanWagerPlaced placed(WagerId wager, String uid, long fan, long count) {
        return new FanWagerPlaced(ledger(fan), wager, uid, count, ODDS, "p" + uid);
    }

    private static FanWagerPaid paid(WagerId wager, String uid, long fan, long count) {
        return new FanWagerPaid(ledger(fan), wager, uid, "p" + uid, count);
    }

    private static LedgerId ledger(long fan) {
        return new LedgerId(new FanId(7, fan), "discs");
    }

    private static FanWager shown(String uid, long fan, long count, State state, long credit, long seconds) {
        return new FanWager(
                uid,
                100,
                5,
                "home",
                fan,
                "discs",
                count,
                ODDS,
                state,
                credit,
                ProjectionUnderTest.START.plusSeconds(seconds));
    }
}
