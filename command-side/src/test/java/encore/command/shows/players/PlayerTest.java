package encore.command.shows.players;

import static encore.command.Refusals.refusalAsUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.lookups.FirstEntryClaims;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand.RecordJoin;
import encore.kernel.shows.players.PlayerCommand.TellPlayer;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.FanUnbanned;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerTerms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlayerTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    private static final PlayerId PLAYER = new PlayerId(CAMPAIGN, 42);
    private static final String CHAT = "global_chat:room:17";
    private static final String LOUNGE = "public_rooms:lounge:17";

    private final AggregateUnderTest<Player> player = new AggregateUnderTest<>(Player.class);

    @BeforeEach
    void fan_and_campaign_are_known() {
        CampaignDetails details = CampaignDetailsBuilder.builder().name(" Cup final ").build();
        player.streams
                .open(PLAYER.fan())
                .begun(CAMPAIGN, new CampaignCreated(CAMPAIGN, AppType.FANXP, 5L, details));
    }

    @Test
    void the_first_join_of_the_show_is_an_activity() {
        player.givenNoPriorActivity()
                .when(new RecordJoin(PLAYER, CHAT, "a1"))
                .expectEvents(new RoomJoined(PLAYER, CHAT, "a1"))
                .expectResultMessagePayload(new JoinedRoom(CHAT, true));
        assertThat(player.facts.written)
                .isEqualTo(Map.of(
                        "activity.7.a1",
                        ActivityEventActivityRecordedBuilder.builder()
                                .activity(new ActivityId(7, "a1"))
                                .fan(PLAYER.fan())
                                .properties(List.of())
                                .details(ActivityDetails.NONE)
                                .title("Cup final")
                                .pageTabId(17L)
                                .appType(AppType.FANXP)
                                .businessId(5L)
                                .build()));
        assertThat(player.claims.held)
                .containsExactlyEntriesOf(Map.of(FirstEntryClaims.claim(PLAYER.fan(), 17), "activity.7.a1"));
    }

    @Test
    void another_room_is_joined_without_another_activity() {
        player.given(new RoomJoined(PLAYER, CHAT, "a1"))
                .when(new RecordJoin(PLAYER, LOUNGE, "a2"))
                .expectEvents(new RoomJoined(PLAYER, LOUNGE, null))
                .expectResultMessagePayload(new JoinedRoom(LOUNGE, true));
        assertThat(player.facts.written).isEmpty();
    }

    @Test
    void joining_again_changes_nothing() {
        player.given(new RoomJoined(PLAYER, CHAT, "a1"))
                .when(new RecordJoin(PLAYER, CHAT, "a2"))
                .expectNoEvents()
                .expectResultMessagePayload(new JoinedRoom(CHAT, false));
    }

    @Test
    void a_banned_fan_joins_no_room() {
        player.given(new FanBanned(PLAYER, false, null, "spam"))
                .when(new RecordJoin(PLAYER, CHAT, "a1"))
                .expectException(AggregateUnderTest.refusal(Refusal.Kind.FORBIDDEN, "fan-banned"));
    }

    @Test
    void a_muted_fan_joins() {
        player.given(new FanBanned(PLAYER, true, null, "spam"))
                .when(new RecordJoin(PLAYER, CHAT, "a1"))
                .expectEvents(new RoomJoined(PLAYER, CHAT, "a1"));
    }

    @Test
    void a_ban_that_is_over_or_lifted_shuts_nobody_out() {
        player.given(new FanBanned(PLAYER, false, AggregateUnderTest.NOW, null))
                .when(new RecordJoin(PLAYER, CHAT, "a1"))
                .expectEvents(new RoomJoined(PLAYER, CHAT, "a1"));
    }

    @Test
    void a_lifted_ban_shuts_nobody_out() {
        player.given(new FanBanned(PLAYER, false, null, null), new FanUnbanned(PLAYER))
                .when(new TellPlayer(PLAYER))
                .expectNoEvents()
                .expectResultMessagePayload(new PlayerTerms(null, null));
    }

    @Test
    void the_terms_tell_of_ban_and_activity() {
        player.given(new RoomJoined(PLAYER, CHAT, "a1"), new FanBanned(PLAYER, true, null, null))
                .when(new TellPlayer(PLAYER))
                .expectNoEvents()
                .expectResultMessagePayload(new PlayerTerms(new PlayerBan(true, null), "a1"));
    }

    @Test
    void an_erased_fan_joins_nothing() {
        player.streams.ended(PLAYER.fan());
        player.given(new RoomJoined(PLAYER, CHAT, "a1"))
                .when(new RecordJoin(PLAYER, LOUNGE, "a2"))
                .expectException(refusalAsUnknown());
    }
}
