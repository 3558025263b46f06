package encore.command.wagers;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.Refusals.refusalOfTheRule;
import static encore.kernel.wagers.WagerResult.LOSER;
import static encore.kernel.wagers.WagerResult.WINNER;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerCommand.ChangeWager;
import encore.kernel.wagers.WagerCommand.CheckOffer;
import encore.kernel.wagers.WagerCommand.OfferWager;
import encore.kernel.wagers.WagerCommand.WithdrawWager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerEvent.WagerChanged;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerOffered;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerResult;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManagedWagerTest {

    private static final TabItemId ITEM = new TabItemId(new CampaignId(7, 100), 5);
    private static final WagerId HOME = new WagerId(ITEM, "home");
    private static final WagerOffered OFFERED = new WagerOffered(HOME, details("Home wins", null, "2.5"));

    private final AggregateUnderTest<ManagedWager> wager = new AggregateUnderTest<>(ManagedWager.class);

    @BeforeEach
    void the_item_is_there() {
        wager.streams.open(ITEM.campaign()).open(ITEM);
    }

    @Test
    void a_wager_is_offered_and_is_classic_unless_said() {
        wager.givenNoPriorActivity()
                .when(new OfferWager(HOME, details("Home wins", null, "2.50")))
                .expectEvents(OFFERED)
                .expectResultMessagePayload(new Wager("home", 5, "Home wins", "classic", new BigDecimal("2.5"), null));
    }

    @Test
    void a_wager_is_on_something_and_pays() {
        refused(details(null, null, "2"), "title");
        refused(details(" ", null, "2"), "title");
        refused(details("Home wins", null, null), "odds");
        refused(details("Home wins", null, "0"), "odds");
        refused(details("Home wins", null, "1000000.1"), "odds");
    }

    private void refused(WagerDetails details, String field) {
        wager.givenNoPriorActivity()
                .when(new OfferWager(HOME, details))
                .expectNoEvents()
                .expectException(refusalNaming(field));
    }

    @Test
    void a_change_says_only_what_is_other_than_before() {
        wager.given(OFFERED)
                .when(change(details("Home wins", "live", "2.5"), null))
                .expectEvents(WagerChanged.of(HOME, Patch.of(details(null, "live", null))));
        wager.given(OFFERED)
                .when(change(details("Home wins", null, "2.500"), null))
                .expectNoEvents();
    }

    @Test
    void how_it_ended_is_said_once() {
        wager.given(OFFERED)
                .when(change(details(null, null, "3"), WINNER))
                .expectEvents(WagerChanged.of(HOME, Patch.of(details(null, null, "3"))), new WagerDecided(HOME, WINNER))
                .expectResultMessagePayload(new Wager("home", 5, "Home wins", "classic", new BigDecimal("3"), WINNER));
        wager.given(OFFERED, new WagerDecided(HOME, WINNER))
                .when(change(WagerDetails.NONE, WINNER))
                .expectNoEvents();
        wager.given(OFFERED, new WagerDecided(HOME, WINNER))
                .when(change(WagerDetails.NONE, LOSER))
                .expectNoEvents()
                .expectException(refusalNaming("result"));
    }

    @Test
    void an_ended_wager_does_not_change() {
        for (Object command : new Object[] {change(details(null, null, "3"), null), new WithdrawWager(HOME)}) {
            wager.given(OFFERED, new WagerDecided(HOME, LOSER))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalOfTheRule());
        }
    }

    @Test
    void the_offer_is_answered_to_stakes_until_it_has_ended() {
        wager.given(OFFERED)
                .when(new CheckOffer(HOME))
                .expectNoEvents()
                .expectResultMessagePayload(new Wager("home", 5, "Home wins", "classic", new BigDecimal("2.5"), null));
        wager.given(OFFERED, new WagerDecided(HOME, WINNER))
                .when(new CheckOffer(HOME))
                .expectException(refusalOfTheRule());
        wager.given(OFFERED, new WagerWithdrawn(HOME))
                .when(new CheckOffer(HOME))
                .expectException(refusalAsUnknown());
        wager.streams.ended(ITEM);
        wager.given(OFFERED).when(new CheckOffer(HOME)).expectException(refusalAsUnknown());
    }

    @Test
    void a_wager_is_withdrawn_once() {
        wager.given(OFFERED).when(new WithdrawWager(HOME)).expectEvents(new WagerWithdrawn(HOME));
        for (Object command : new Object[] {new WithdrawWager(HOME), change(WagerDetails.NONE, WINNER)}) {
            wager.given(OFFERED, new WagerWithdrawn(HOME))
                    .when(command)
                    .expectNoEvents()
                    .expectException(refusalAsUnknown());
        }
    }

    @Test
    void nothing_is_offered_below_what_is_not_there() {
        wager.streams.ended(ITEM);
        wager.givenNoPriorActivity()
                .when(new OfferWager(HOME, OFFERED.details()))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        wager.streams.open(ITEM).ended(ITEM.campaign());
        wager.given(OFFERED)
                .when(change(WagerDetails.NONE, WINNER))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private static ChangeWager change(WagerDetails wish, @Nullable WagerResult result) {
        return new ChangeWager(HOME, Patch.of(wish), result);
    }

    private static WagerDetails details(@Nullable String title, @Nullable String type, @Nullable String odds) {
        return new WagerDetails(title, type, odds == null ? null : new BigDecimal(odds));
    }
}
