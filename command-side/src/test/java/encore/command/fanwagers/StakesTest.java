package encore.command.fanwagers;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWagerCommand.PlaceFanWager;
import encore.kernel.fanwagers.FanWagerCommand.StakePoints;
import encore.kernel.fanwagers.PlacedFanWager;
import encore.kernel.points.LedgerId;
import encore.kernel.tabitems.SavedTabItem;
import encore.kernel.tabitems.TabItemCommand.CheckStakingTime;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerCommand.CheckOffer;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StakesTest {

    private static final CampaignId CUP = new CampaignId(7, 100);
    private static final TabItemId FINAL = new TabItemId(CUP, 5);
    private static final WagerId HOME = new WagerId(FINAL, "home");
    private static final FanId FAN = new FanId(7, 42);
    private static final BusinessId ROVERS = new BusinessId(7, 9);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final BigDecimal ODDS = new BigDecimal("2.5");

    private final OpenStreams streams = new OpenStreams()
            .open(FAN)
            .open(ROVERS)
            .begun(new AccountId(7), new AccountOpened(new AccountId(7), "Rovers", null, "cents"));
    private final List<Command<?>> sent = new ArrayList<>();
    private @Nullable String ofTheBusiness = "discs";
    private @Nullable Refusal refusal;

    @Test
    void a_stake_is_asked_about_and_led_to_the_ledger_of_the_businesss_points() {
        campaignOf(9L);
        assertThat(place()).isEqualTo(new PlacedFanWager("w1"));
        assertThat(sent)
                .containsExactly(
                        new CheckStakingTime(FINAL, NOON),
                        new CheckOffer(HOME),
                        new ReadBusinessPoints(ROVERS),
                        stake("discs"));
    }

    @Test
    void where_no_business_has_points_of_its_own_they_are_the_accounts() {
        campaignOf(null);
        place();
        assertThat(sent).last().isEqualTo(stake("cents"));
        campaignOf(9L);
        ofTheBusiness = null;
        place();
        assertThat(sent).last().isEqualTo(stake("cents"));
        ofTheBusiness = "discs";
        streams.ended(ROVERS);
        place();
        assertThat(sent).last().isEqualTo(stake("cents"));
    }

    @Test
    void nothing_is_taken_of_a_fan_who_is_not_there_or_when_something_says_no() {
        campaignOf(null);
        streams.ended(FAN);
        assertRefused(this::place, refusalNaming("fan_id"));
        streams.open(FAN);
        refusal = new Refusal(Refusal.Kind.RULE, "stakes-closed", "Too late.");
        assertThatThrownBy(this::place).isSameAs(refusal);
        assertThat(sent).noneMatch(StakePoints.class::isInstance);
    }

    private void campaignOf(@Nullable Long business) {
        streams.begun(CUP, new CampaignCreated(CUP, AppType.WAGER, business, CampaignDetails.NONE));
    }

    private PlacedFanWager place() {
        return new PlaceFanWagerHandler()
                .decide(new PlaceFanWager(HOME, "w1", FAN, 20, "p9", NOON), streams, new Answering());
    }

    private static StakePoints stake(String points) {
        return new StakePoints(new LedgerId(FAN, points), HOME, "w1", 20, ODDS, "p9");
    }

    /** Keeps what it is given and answers as those who are asked would. */
    private final class Answering implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is given what it names.
        public <R> R send(Command<R> command) {
            if (refusal != null) {
                throw refusal;
            }
            sent.add(command);
            return (R)
                    switch (command) {
                        case CheckStakingTime item ->
                            new SavedTabItem(item.tabItem().number());
                        case CheckOffer wager -> new Wager("home", 5, "Home wins", "classic", ODDS, null);
                        case ReadBusinessPoints business -> new Business.Points(ofTheBusiness);
                        case StakePoints stake -> new PlacedFanWager(stake.fanWagerUid());
                        default -> throw new IllegalArgumentException(command.toString());
                    };
        }
    }
}
