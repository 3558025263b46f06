package encore.command.shows.players;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.Refusal.Kind.FORBIDDEN;
import static encore.kernel.Refusal.Kind.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanCommand.ReadModerator;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand.ReadRoom;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.ShowCommand.ReadShow;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowTerms;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.chat.ChatCommand.InteractWithOverlay;
import encore.kernel.shows.chat.ChatCommand.RemoveChatMessage;
import encore.kernel.shows.chat.ChatCommand.ReportChatMessage;
import encore.kernel.shows.chat.ChatCommand.RestoreChatMessage;
import encore.kernel.shows.chat.ChatCommand.SendChatMessage;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.ModeratedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.players.JoinedRoom;
import encore.kernel.shows.players.PlayerBan;
import encore.kernel.shows.players.PlayerCommand.JoinRoom;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerCommand.RecordChatMessage;
import encore.kernel.shows.players.PlayerCommand.RecordInteraction;
import encore.kernel.shows.players.PlayerCommand.RecordJoin;
import encore.kernel.shows.players.PlayerCommand.RecordRemoval;
import encore.kernel.shows.players.PlayerCommand.RecordReport;
import encore.kernel.shows.players.PlayerCommand.RecordRestoration;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerTerms;
import java.util.ArrayList;
import java.util.List;
import org.hamcrest.Matcher;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatHandlerTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    private static final PlayerId AUTHOR = new PlayerId(CAMPAIGN, 42);
    private static final PlayerId MODERATOR = new PlayerId(CAMPAIGN, 43);
    private static final String CHAT = "global_chat:room:17";
    private static final String UID = ShowUid.CHAT_MESSAGE.at(500);

    private final OpenStreams streams = new OpenStreams();
    private final WrittenFacts facts = new WrittenFacts();
    private final List<Command<?>> sent = new ArrayList<>();
    private final ChatHandler handler = new ChatHandler();

    private ShowState state = ShowState.ACTIVE;
    private ChatSettings settings = ChatSettings.DEFAULT;
    private List<Long> showModerators = List.of();
    private boolean isAccountModerator;
    private @Nullable PlayerBan ban;

    @BeforeEach
    void a_show_with_a_message() {
        streams.begun(
                        CAMPAIGN,
                        new CampaignCreated(
                                CAMPAIGN,
                                AppType.FANXP,
                                5L,
                                CampaignDetailsBuilder.builder().name("Cup").build()))
                .open(AUTHOR.fan())
                .open(MODERATOR.fan());
        facts.standing(500, new ChatMessageSent(AUTHOR, CHAT, "hello"));
    }

    @ParameterizedTest
    @CsvSource({
        "global_chat:room:17, PENDING, true",
        "global_chat:room:17, ACTIVE, true",
        "global_chat:room:17, OFF, false",
        "global_chat:room:17, FINISHED, false",
        "public_rooms:open:17, ACTIVE, true",
        "public_rooms:open:17, OFF, false",
        "permanent_rooms:bar:17, OFF, true",
        "permanent_rooms:bar:17, FINISHED, true",
        "control:room:17, ACTIVE, false"
    })
    void rooms_take_messages_by_their_type_and_the_state(String room, ShowState then, boolean takes) {
        state = then;
        if (takes) {
            assertThat(send(room, " hi ")).isEqualTo(SentChatMessage.RECORDED);
            assertThat(sent.getLast()).isEqualTo(new RecordChatMessage(AUTHOR, room, "hi", 0));
        } else {
            refused(() -> send(room, "hi"), refusalNaming("room_name"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global_chat:room:18",
                "global_chat:other:17",
                "public_rooms:bar:17",
                "public_rooms:unknown:17",
                "replay:abc:17",
                "nonsense",
                ""
            })
    void there_are_no_other_rooms(String room) {
        refused(() -> send(room, "hi"), refusalNaming("room_name"));
    }

    @Test
    void a_chat_that_is_switched_off_takes_no_message() {
        settings = new ChatSettings(false, 0, 500, 50, List.of());
        refused(() -> send(CHAT, "hi"), refusalNaming("room_name"));
    }

    @Test
    void slow_mode_does_not_hold_for_moderators() {
        settings = new ChatSettings(true, 30, 500, 50, List.of());
        send(CHAT, "hi");
        assertThat(sent.getLast()).isEqualTo(new RecordChatMessage(AUTHOR, CHAT, "hi", 30));
        showModerators = List.of(42L);
        send(CHAT, "hi");
        assertThat(sent.getLast()).isEqualTo(new RecordChatMessage(AUTHOR, CHAT, "hi", 0));
        showModerators = List.of();
        isAccountModerator = true;
        send(CHAT, "hi");
        assertThat(sent.getLast()).isEqualTo(new RecordChatMessage(AUTHOR, CHAT, "hi", 0));
    }

    @Test
    void staff_and_moderators_remove_and_restore_a_message() {
        assertThat(remove(UID, null)).isEqualTo(new ModeratedMessage(500));
        assertThat(sent.getLast()).isEqualTo(new RecordRemoval(AUTHOR, 500, CHAT, null));
        showModerators = List.of(43L);
        remove(UID, 43L);
        assertThat(sent.getLast()).isEqualTo(new RecordRemoval(AUTHOR, 500, CHAT, 43L));
        handler.decide(new RestoreChatMessage(AUTHOR.show(), UID, 43L), streams, facts, new Answering());
        assertThat(sent.getLast()).isEqualTo(new RecordRestoration(AUTHOR, 500, CHAT, 43L));
    }

    @Test
    void other_fans_remove_nothing() {
        refused(() -> remove(UID, 43L), refusal(RULE, "not-moderator"));
        isAccountModerator = true;
        ban = new PlayerBan(false, null);
        refused(() -> remove(UID, 43L), refusal(FORBIDDEN, "fan-banned"));
        ban = new PlayerBan(true, null);
        assertThat(remove(UID, 43L)).as("a mute forbids messages alone").isEqualTo(new ModeratedMessage(500));
    }

    @Test
    void another_uid_is_no_message() {
        facts.standing(501, new ChatMessageSent(new PlayerId(new CampaignId(7, 18), 42), CHAT, "elsewhere"));
        for (String uid : List.of(
                ShowUid.CHAT_MESSAGE.at(501), ShowUid.CHAT_MESSAGE.at(9), ShowUid.OVERLAY_LOG.at(500), "x", "")) {
            refused(() -> remove(uid, null), refusalAsUnknown());
            refused(() -> report(uid), refusalNaming("chat_message_uid"));
        }
        streams.ended(AUTHOR.fan());
        refused(() -> remove(UID, null), refusalAsUnknown());
    }

    @Test
    void a_report_names_message_and_author() {
        assertThat(report(UID)).isEqualTo(CountedAction.WITHIN_LIMIT);
        assertThat(sent.getLast()).isEqualTo(new RecordReport(MODERATOR, 500, 42, "rude"));
    }

    @Test
    void an_interaction_is_with_an_overlay_that_was_pushed_or_pinned() {
        ShowId foreign = new ShowId(new CampaignId(8, 17));
        facts.standing(600, new OverlayPushed(AUTHOR.show(), shown(), false));
        facts.standing(601, new OverlayPinned(AUTHOR.show(), shown()));
        facts.standing(602, new OverlayPushed(foreign, shown(), false));
        facts.standing(603, new OverlayPinned(foreign, shown()));
        for (long position : List.of(600L, 601L)) {
            assertThat(interact(ShowUid.OVERLAY_LOG.at(position))).isEqualTo(CountedAction.WITHIN_LIMIT);
            assertThat(sent.getLast()).isEqualTo(new RecordInteraction(AUTHOR, position, "expand", "192.0.2.7"));
        }
        for (String uid : List.of(
                ShowUid.OVERLAY_LOG.at(602),
                ShowUid.OVERLAY_LOG.at(603),
                ShowUid.OVERLAY_LOG.at(500),
                ShowUid.CHAT_MESSAGE.at(600),
                "x")) {
            refused(() -> interact(uid), refusalNaming("overlay_log_uid"));
        }
    }

    private static ShownOverlay shown() {
        return ShownOverlay.of(OverlayBuilder.builder()
                .appOverlayUid("shirt")
                .overlayType(OverlayType.STATIC)
                .build());
    }

    private CountedAction interact(String uid) {
        return handler.decide(
                new InteractWithOverlay(AUTHOR.fan(), uid, "expand", "192.0.2.7"), facts, new Answering());
    }

    @Test
    void a_room_that_exists_is_joined_in_every_state() {
        state = ShowState.OFF;
        assertThat(join("permanent_rooms:bar:17")).isEqualTo(new JoinedRoom("permanent_rooms:bar:17", true));
        refused(() -> join("permanent_rooms:open:17"), refusalNaming("room_name"));
    }

    private JoinedRoom join(String room) {
        return new JoinRoomHandler().decide(new JoinRoom(AUTHOR, room, "a1"), streams, new Answering());
    }

    private SentChatMessage send(String room, String message) {
        return handler.decide(new SendChatMessage(AUTHOR, room, message), streams, new Answering());
    }

    private ModeratedMessage remove(String uid, @Nullable Long moderator) {
        return handler.decide(new RemoveChatMessage(AUTHOR.show(), uid, moderator), streams, facts, new Answering());
    }

    private CountedAction report(String uid) {
        return handler.decide(new ReportChatMessage(MODERATOR, uid, "rude"), streams, facts, new Answering());
    }

    private static void refused(Runnable call, Matcher<?> refusal) {
        assertThatThrownBy(call::run)
                .satisfies(thrown ->
                        assertThat(refusal.matches(thrown)).as("%s", thrown).isTrue());
    }

    /** Answers as the streams would. */
    private final class Answering implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is given what it names.
        public <R> R send(Command<R> command) {
            sent.add(command);
            return (R)
                    switch (command) {
                        case ReadShow tell -> new ShowTerms(state, settings, showModerators);
                        case ReadRoom tell -> room(tell.roomKey());
                        case ReadModerator tell -> new ReadModerator.Moderation(isAccountModerator);
                        case ReadPlayer tell -> new PlayerTerms(ban, null);
                        case RecordChatMessage recorded -> SentChatMessage.RECORDED;
                        case RecordRemoval recorded -> new ModeratedMessage(recorded.messagePosition());
                        case RecordRestoration recorded -> new ModeratedMessage(recorded.messagePosition());
                        case RecordReport recorded -> CountedAction.WITHIN_LIMIT;
                        case RecordInteraction recorded -> CountedAction.WITHIN_LIMIT;
                        case RecordJoin recorded -> new JoinedRoom(recorded.roomName(), true);
                        default -> throw new IllegalArgumentException(command.toString());
                    };
        }

        private static Room room(String key) {
            return switch (key) {
                case "open" -> new Room(key, RoomType.PUBLIC_ROOMS, null);
                case "bar" -> new Room(key, RoomType.PERMANENT_ROOMS, null);
                default -> throw Refusal.unknown("There is no such room.");
            };
        }
    }
}
