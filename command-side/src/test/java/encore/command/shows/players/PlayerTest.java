package encore.command.shows.players;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.Refusal.Kind.FORBIDDEN;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.lookups.FirstEntryClaims;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.bans.SavedBan;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.ModeratedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand;
import encore.kernel.shows.players.PlayerCommand.BanFan;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerCommand.RecordChatMessage;
import encore.kernel.shows.players.PlayerCommand.RecordInteraction;
import encore.kernel.shows.players.PlayerCommand.RecordJoin;
import encore.kernel.shows.players.PlayerCommand.RecordRemoval;
import encore.kernel.shows.players.PlayerCommand.RecordReport;
import encore.kernel.shows.players.PlayerCommand.RecordRestoration;
import encore.kernel.shows.players.PlayerCommand.UnbanFan;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageReported;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.FanUnbanned;
import encore.kernel.shows.players.PlayerEvent.OverlayInteracted;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerTerms;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
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
        CampaignDetails details =
                CampaignDetailsBuilder.builder().name(" Cup final ").build();
        player.streams.open(PLAYER.fan()).begun(CAMPAIGN, new CampaignCreated(CAMPAIGN, AppType.FANXP, 5L, details));
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
                .expectException(refusal(FORBIDDEN, "fan-banned"));
    }

    @Test
    void a_muted_fan_joins() {
        player.given(new FanBanned(PLAYER, true, null, "spam"))
                .when(new RecordJoin(PLAYER, CHAT, "a1"))
                .expectEvents(new RoomJoined(PLAYER, CHAT, "a1"));
    }

    @Test
    void a_ban_that_is_over_or_lifted_shuts_nobody_out() {
        player.given(new FanBanned(PLAYER, false, NOW, null))
                .when(new RecordJoin(PLAYER, CHAT, "a1"))
                .expectEvents(new RoomJoined(PLAYER, CHAT, "a1"));
    }

    @Test
    void a_lifted_ban_shuts_nobody_out() {
        player.given(new FanBanned(PLAYER, false, null, null), new FanUnbanned(PLAYER))
                .when(new ReadPlayer(PLAYER))
                .expectNoEvents()
                .expectResultMessagePayload(new PlayerTerms(null, null));
    }

    @Test
    void the_terms_have_ban_and_activity() {
        player.given(new RoomJoined(PLAYER, CHAT, "a1"), new FanBanned(PLAYER, true, null, null))
                .when(new ReadPlayer(PLAYER))
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

    @Test
    void a_message_is_recorded_as_it_was_sent() {
        player.givenNoPriorActivity()
                .when(message("<b>Hi</b> & \"you\""))
                .expectEvents(new ChatMessageSent(PLAYER, CHAT, "<b>Hi</b> & \"you\""))
                .expectResultMessagePayload(SentChatMessage.RECORDED);
    }

    @Test
    void the_sixth_message_in_ten_seconds_has_to_wait() {
        happened(5, NOW.minusSeconds(4));
        player.given(sent(), sent(), sent(), sent(), sent())
                .when(message("six"))
                .expectNoEvents()
                .expectResultMessagePayload(new SentChatMessage(null, 6L));
    }

    @Test
    void after_ten_seconds_the_next_message_is_taken() {
        happened(5, NOW.minusSeconds(10));
        player.given(sent(), sent(), sent(), sent(), sent())
                .when(message("six"))
                .expectEvents(new ChatMessageSent(PLAYER, CHAT, "six"));
    }

    @Test
    void slow_mode_has_the_next_message_wait() {
        happened(1, NOW.minusMillis(100));
        player.given(sent())
                .when(new RecordChatMessage(PLAYER, CHAT, "again", 30))
                .expectNoEvents()
                .expectResultMessagePayload(new SentChatMessage(null, 30L));
    }

    @Test
    void after_its_seconds_slow_mode_takes_the_next_message() {
        happened(1, NOW.minusSeconds(30));
        player.given(sent())
                .when(new RecordChatMessage(PLAYER, CHAT, "again", 30))
                .expectEvents(new ChatMessageSent(PLAYER, CHAT, "again"));
    }

    @Test
    void nothing_follows_a_ban() {
        FanBanned banned = new FanBanned(PLAYER, false, null, "spam");
        for (PlayerCommand<?> command : List.of(
                message("hello"),
                new RecordReport(PLAYER, 5, 43, "rude"),
                new RecordInteraction(PLAYER, 6, "expand", "192.0.2.7"))) {
            player.given(banned).when(command).expectException(refusal(FORBIDDEN, "fan-banned"));
        }
    }

    @Test
    void a_mute_forbids_messages_alone() {
        FanBanned muted = new FanBanned(PLAYER, true, null, "loud");
        player.given(muted).when(message("hello")).expectException(refusal(FORBIDDEN, "fan-muted"));
        player.given(muted)
                .when(new RecordReport(PLAYER, 5, 43, "rude"))
                .expectEvents(new ChatMessageReported(PLAYER, 5, 43, "rude"));
        player.given(muted)
                .when(new RecordInteraction(PLAYER, 6, "expand", "192.0.2.7"))
                .expectEvents(new OverlayInteracted(PLAYER, 6, "expand", "192.0.2.7"));
    }

    @Test
    void a_message_is_removed_once() {
        player.given(sent())
                .when(new RecordRemoval(PLAYER, 5, CHAT, 43L))
                .expectEvents(new ChatMessageRemoved(PLAYER, 5, CHAT, 43L));
        player.given(sent(), new ChatMessageRemoved(PLAYER, 5, CHAT, 43L))
                .when(new RecordRemoval(PLAYER, 5, CHAT, null))
                .expectNoEvents()
                .expectResultMessagePayload(new ModeratedMessage(5));
    }

    @Test
    void a_restored_message_can_be_removed_again() {
        player.given(
                        sent(),
                        new ChatMessageRemoved(PLAYER, 5, CHAT, 43L),
                        new ChatMessageRestored(PLAYER, 5, CHAT, null))
                .when(new RecordRemoval(PLAYER, 5, CHAT, null))
                .expectEvents(new ChatMessageRemoved(PLAYER, 5, CHAT, null));
    }

    @Test
    void a_message_is_restored_whether_it_was_removed_or_reported() {
        player.given(sent())
                .when(new RecordRestoration(PLAYER, 5, CHAT, 43L))
                .expectEvents(new ChatMessageRestored(PLAYER, 5, CHAT, 43L));
    }

    @Test
    void a_message_of_a_banned_fan_is_still_removed() {
        player.given(sent(), new FanBanned(PLAYER, false, null, null))
                .when(new RecordRemoval(PLAYER, 5, CHAT, 43L))
                .expectEvents(new ChatMessageRemoved(PLAYER, 5, CHAT, 43L));
    }

    @Test
    void a_report_counts_once_for_a_message() {
        player.givenNoPriorActivity()
                .when(new RecordReport(PLAYER, 5, 43, "rude"))
                .expectEvents(new ChatMessageReported(PLAYER, 5, 43, "rude"))
                .expectResultMessagePayload(CountedAction.WITHIN_LIMIT);
        player.given(new ChatMessageReported(PLAYER, 5, 43, "rude"))
                .when(new RecordReport(PLAYER, 5, 43, "very rude"))
                .expectNoEvents()
                .expectResultMessagePayload(CountedAction.WITHIN_LIMIT);
    }

    @Test
    void the_eleventh_report_in_a_minute_has_to_wait() {
        happened(10, NOW.minusSeconds(20));
        player.given(LongStream.rangeClosed(1, 10)
                        .mapToObj(message -> new ChatMessageReported(PLAYER, message, 43, null))
                        .toList())
                .when(new RecordReport(PLAYER, 11, 43, null))
                .expectNoEvents()
                .expectResultMessagePayload(new CountedAction(40L));
    }

    @Test
    void sixty_interactions_a_minute_are_recorded() {
        OverlayInteracted interacted = new OverlayInteracted(PLAYER, 6, "expand", "192.0.2.7");
        RecordInteraction next = new RecordInteraction(PLAYER, 6, "expand", "192.0.2.7");
        happened(60, NOW.minusSeconds(1));
        player.given(Collections.nCopies(59, interacted)).when(next).expectEvents(interacted);
        player.given(Collections.nCopies(60, interacted))
                .when(next)
                .expectNoEvents()
                .expectResultMessagePayload(new CountedAction(59L));
    }

    @Test
    void a_fan_is_banned_and_the_ban_changes() {
        Instant until = NOW.plusSeconds(60);
        player.given(new FanBanned(PLAYER, true, null, null))
                .when(new BanFan(PLAYER, false, until, "spam"))
                .expectEvents(new FanBanned(PLAYER, false, until, "spam"))
                .expectResultMessagePayload(new SavedBan(42));
    }

    @Test
    void a_ban_ends_in_the_future_and_is_of_a_known_fan() {
        player.givenNoPriorActivity()
                .when(new BanFan(PLAYER, false, NOW, null))
                .expectException(refusalNaming("until"));
        player.streams.ended(PLAYER.fan());
        player.givenNoPriorActivity()
                .when(new BanFan(PLAYER, false, null, null))
                .expectException(refusalNaming("fan_id"));
    }

    @Test
    void a_campaign_without_a_show_takes_no_ban_and_an_old_one_is_lifted() {
        player.streams.begun(
                PLAYER.campaign(), new CampaignCreated(PLAYER.campaign(), AppType.TRIVIA, null, CampaignDetails.NONE));
        player.givenNoPriorActivity()
                .when(new BanFan(PLAYER, false, null, null))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
        player.givenNoPriorActivity().when(new UnbanFan(PLAYER)).expectException(refusalNaming("page_tab_id"));
        player.given(new FanBanned(PLAYER, false, null, null))
                .when(new UnbanFan(PLAYER))
                .expectEvents(new FanUnbanned(PLAYER));
    }

    @Test
    void a_ban_is_lifted_while_it_holds() {
        player.given(new FanBanned(PLAYER, false, null, null))
                .when(new UnbanFan(PLAYER))
                .expectEvents(new FanUnbanned(PLAYER));
        player.given(new FanBanned(PLAYER, false, NOW, null))
                .when(new UnbanFan(PLAYER))
                .expectException(refusalAsUnknown());
        player.givenNoPriorActivity().when(new UnbanFan(PLAYER)).expectException(refusalAsUnknown());
    }

    @Test
    void a_message_that_the_log_does_not_have_yet_counts_as_well() {
        player.given(sent(), sent(), sent(), sent(), sent())
                .when(message("six"))
                .expectNoEvents()
                .expectResultMessagePayload(new SentChatMessage(null, 10L));
    }

    /** The log stamped the first events of the stream at this time. */
    private void happened(int events, Instant at) {
        for (int sequence = 0; sequence < events; sequence++) {
            player.streams.standing(PLAYER, sequence, 100 + sequence, at);
        }
    }

    private static RecordChatMessage message(String text) {
        return new RecordChatMessage(PLAYER, CHAT, text, 0);
    }

    private static ChatMessageSent sent() {
        return new ChatMessageSent(PLAYER, CHAT, "hello");
    }
}
