package encore.query.shows.chat;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanBuilder;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.ShowModeratorAdded;
import encore.kernel.shows.ShowEvent.ShowModeratorRemoved;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatMessage;
import encore.kernel.shows.chat.ChatMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindAcceptedMessage;
import encore.kernel.shows.chat.ChatQuery.FindChatHistory;
import encore.kernel.shows.chat.ChatQuery.FindChatTerms;
import encore.kernel.shows.chat.ChatQuery.FindFlaggedRows;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessage;
import encore.kernel.shows.chat.ChatQuery.FindManagedMessages;
import encore.kernel.shows.chat.ChatQuery.FindMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindMessageRows;
import encore.kernel.shows.chat.ChatQuery.FindMessageRowsByTime;
import encore.kernel.shows.chat.ChatQuery.FindMessageShow;
import encore.kernel.shows.chat.ChatQuery.FindRoomRows;
import encore.kernel.shows.chat.ChatSelection;
import encore.kernel.shows.chat.ChatTerms;
import encore.kernel.shows.chat.ManagedMessage;
import encore.kernel.shows.players.PlayerEvent;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageReported;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.rooms.RoomFrame;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.runner.MemoryTail;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

class ChatMessagesTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    private static final ShowId SHOW = new ShowId(CAMPAIGN);
    private static final String CHAT = "global_chat:room:17";
    private static final String BAR = "permanent_rooms:bar:17";
    private static final ChatSelection ALL = new ChatSelection(null, null, null, null, null);

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private final Set<Long> erased = new HashSet<>();
    private final ProjectionUnderTest<ChatMessagesProjection> places =
            new ProjectionUnderTest<>(ChatMessagesProjection::new);
    private final FakeQueryGateway queries = new FakeQueryGateway()
            .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
            .on(
                    FindMessageRows.class,
                    query -> places.read(now -> places.projection().find(query, now)))
            .on(
                    FindRoomRows.class,
                    query -> places.read(now -> places.projection().find(query, now)))
            .on(
                    FindMessageRow.class,
                    query -> places.read(now -> places.projection().find(query, now)))
            .on(
                    FindChatTerms.class,
                    query -> places.read(now -> places.projection().find(query, now)))
            .on(
                    FindCampaign.class,
                    query -> new Campaign(
                            7, query.pageTabId(), AppType.LIVEXP, null, CampaignDetails.NONE, Instant.EPOCH))
            .on(
                    FindRooms.class,
                    query -> List.of(
                            Room.BUILT_IN.get(0),
                            Room.BUILT_IN.get(1),
                            new Room("bar", RoomType.PERMANENT_ROOMS, null)))
            .on(
                    FindFans.class,
                    query -> query.fanIds().stream()
                            .filter(fan -> !erased.contains(fan))
                            .map(ChatMessagesTest::fan)
                            .toList());

    private SqliteEventLog log;
    private ChatFromLog chat;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        chat = new ChatFromLog(queries, tail, log);
    }

    @AfterEach
    void close() throws Exception {
        places.close();
        log.close();
    }

    @Test
    void the_history_of_a_room_comes_oldest_first_and_escaped_once() {
        happen(sent(42, CHAT, "<b>\"it's\" & &amp;</b>"));
        happen(sent(43, BAR, "elsewhere"));
        happen(sent(43, CHAT, "second"));
        assertThat(history(null, null, 50))
                .containsExactly(
                        new ChatMessage(
                                ShowUid.CHAT_MESSAGE.at(1),
                                "&lt;b&gt;&quot;it&#39;s&quot; &amp; &amp;amp;&lt;/b&gt;",
                                CHAT,
                                "Fan 42",
                                START,
                                42,
                                null,
                                1),
                        new ChatMessage(
                                ShowUid.CHAT_MESSAGE.at(3),
                                "second",
                                CHAT,
                                "Fan 43",
                                START.plusSeconds(2),
                                43,
                                null,
                                3));
        assertThat(history(BAR, null, 50)).extracting(ChatMessage::position).containsExactly(2L);
        assertThat(history(null, 3L, 50)).extracting(ChatMessage::position).containsExactly(1L);
        assertThat(history(null, null, 1)).extracting(ChatMessage::position).containsExactly(3L);
    }

    @Test
    void removed_messages_and_those_of_erased_fans_are_left_out_and_do_not_count() {
        for (int i = 0; i < 3; i++) {
            happen(sent(42, CHAT, "kept " + i));
        }
        happen(sent(42, CHAT, "removed"));
        happen(new ChatMessageRemoved(player(42), 4, CHAT, null));
        happen(sent(43, CHAT, "erased"));
        erased.add(43L);
        happen(new FanErased(new FanId(7, 43)));
        assertThat(history(null, null, 3)).extracting(ChatMessage::position).containsExactly(1L, 2L, 3L);
        happen(new ChatMessageRestored(player(42), 4, CHAT, null));
        assertThat(history(null, null, 2)).extracting(ChatMessage::position).containsExactly(3L, 4L);
    }

    @Test
    void other_rooms_and_control_have_no_history() {
        for (String room : List.of("control:room:17", "public_rooms:bar:17", "global_chat:room:18", "x")) {
            assertThatThrownBy(() -> history(room, null, 50))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).isEqualTo("room_name"));
        }
    }

    @Test
    void moderators_of_account_and_show_show_as_moderators() {
        happen(sent(1, CHAT, "of the account"));
        happen(sent(42, CHAT, "of the show"));
        assertThat(history(null, null, 50))
                .extracting(ChatMessage::moderatorStatus)
                .containsExactly("moderator", null);
        happen(new ShowModeratorAdded(SHOW, 42));
        assertThat(history(null, null, 50))
                .extracting(ChatMessage::moderatorStatus)
                .containsExactly("moderator", "moderator");
        happen(new ShowModeratorRemoved(SHOW, 42));
        assertThat(history(null, null, 50))
                .extracting(ChatMessage::moderatorStatus)
                .containsExactly("moderator", null);
    }

    @Test
    void staff_lists_by_room_fan_removal_report_and_text() {
        happen(sent(42, CHAT, "Goal!"));
        happen(sent(43, BAR, "goalless"));
        happen(sent(43, CHAT, "boring"));
        happen(new ChatMessageReported(player(42), 3, 43, "rude"));
        happen(new ChatMessageRemoved(player(43), 2, BAR, 1L));
        assertThat(managed(ALL)).extracting(ManagedMessage::position).containsExactly(3L, 2L, 1L);
        assertThat(managed(new ChatSelection(BAR, null, null, null, null)))
                .extracting(ManagedMessage::position)
                .containsExactly(2L);
        assertThat(managed(new ChatSelection(null, 43L, false, null, null)))
                .extracting(ManagedMessage::position)
                .containsExactly(3L);
        assertThat(managed(new ChatSelection(null, null, true, null, null)))
                .singleElement()
                .satisfies(message -> assertThat(message.isRemoved()).isTrue())
                .satisfies(message -> assertThat(message.removedTimestamp()).isNotNull());
        assertThat(managed(new ChatSelection(null, null, null, true, null)))
                .singleElement()
                .satisfies(message -> assertThat(message.reportCount()).isEqualTo(1))
                .satisfies(message -> assertThat(message.message()).isEqualTo("boring"));
        assertThat(managed(new ChatSelection(null, null, null, null, "GOAL")))
                .extracting(ManagedMessage::position)
                .containsExactly(2L, 1L);
    }

    @Test
    void a_search_for_a_text_goes_on_over_pages_without_a_match() {
        happen(sent(42, CHAT, "needle"));
        for (int i = 0; i < 5; i++) {
            happen(sent(42, CHAT, "hay"));
        }
        ChatSelection needle = new ChatSelection(null, null, null, null, "needle");
        List<ManagedMessage> found = new ArrayList<>();
        String after = null;
        boolean more = true;
        while (more) {
            Page<ManagedMessage> page = chat.find(new FindManagedMessages(7, 17, needle, new NextKey(after, 2)));
            found.addAll(page.rows());
            after = page.last();
            more = page.more();
        }
        assertThat(found).extracting(ManagedMessage::position).containsExactly(1L);
    }

    @Test
    void flagged_messages_of_an_account_wait_until_somebody_decides_or_the_fan_goes() {
        happen(sent(42, CHAT, "Goal!"));
        happen(sent(43, BAR, "goalless"));
        happen(sent(44, CHAT, "boring"));
        happen(sent(45, CHAT, "rude"));
        happen(sent(46, CHAT, "fine"));
        for (long message = 1; message < 5; message++) {
            happen(new ChatMessageReported(player(99), message, 41 + message, null));
        }
        assertThat(flagged(7, 10)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(flagged(7, 2)).hasSize(2);
        assertThat(flagged(8, 10)).isEmpty();
        happen(new ChatMessageRemoved(player(43), 2, BAR, 1L));
        happen(new ChatMessageRestored(player(44), 3, CHAT, null));
        happen(new FanErased(new FanId(7, 45)));
        assertThat(flagged(7, 10)).containsExactly(1L);
    }

    private List<Long> flagged(long account, int limit) {
        return places
                .read(documents -> places.projection().find(new FindFlaggedRows(account, limit), documents))
                .stream()
                .map(ChatMessageRow::position)
                .toList();
    }

    @Test
    void a_restoration_forgets_earlier_reports_alone() {
        happen(sent(43, CHAT, "boring"));
        happen(new ChatMessageReported(player(42), 1, 43, "rude"));
        happen(new ChatMessageReported(player(44), 1, 43, null));
        assertThat(one(1).reportCount()).isEqualTo(2);
        happen(new ChatMessageRestored(player(43), 1, CHAT, null));
        assertThat(one(1).reportCount()).isZero();
        happen(new ChatMessageReported(player(45), 1, 43, null));
        assertThat(one(1).reportCount()).isEqualTo(1);
        assertThatThrownBy(() -> one(2)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> chat.find(new FindManagedMessage(7, 18, 1))).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> chat.find(new FindManagedMessage(8, 17, 1))).isInstanceOf(Refusal.class);
    }

    @Test
    void statistics_walk_by_time_over_the_messages_of_known_fans() {
        happen(sent(42, CHAT, "one"));
        happen(sent(43, CHAT, "two"));
        happen(sent(44, BAR, "three"));
        happen(new ChatMessageSent(new PlayerId(new CampaignId(7, 18), 42), "global_chat:room:18", "other"));
        assertThat(positions(SecondRange.ALL)).containsExactly(1L, 2L, 3L);
        assertThat(positions(new SecondRange(START.plusSeconds(1), START.plusSeconds(1))))
                .containsExactly(2L);
        assertThat(positions(new SecondRange(START.plusSeconds(3), null))).isEmpty();
        happen(new FanErased(new FanId(7, 43)));
        assertThat(positions(SecondRange.ALL)).containsExactly(1L, 3L);
    }

    private List<Long> positions(SecondRange seconds) {
        var query = new FindMessageRowsByTime(7, 17, seconds, new NextKey(null, 100));
        return places.<Page<ChatMessageRow>>read(now -> places.projection().find(query, now)).rows().stream()
                .map(ChatMessageRow::position)
                .toList();
    }

    @Test
    void late_events_lead_to_the_same() {
        ChatMessageSent sent = sent(43, CHAT, "boring");
        places.givenLate(
                sent,
                new ChatMessageReported(player(42), 1, 43, null),
                new ChatMessageReported(player(44), 1, 43, null));
        List<ChatMessageRow> rows = places.read(now -> places.projection().find(new FindMessageRow(7, 17, 1), now));
        assertThat(rows)
                .singleElement()
                .satisfies(row -> assertThat(row.reportCount()).isEqualTo(2));
        try (var again = places.replayed()) {
            assertThat(again.checksums()).isEqualTo(places.checksums());
        }
    }

    @Test
    void replayed_it_is_the_same() {
        happen(sent(42, CHAT, "one"));
        happen(new ChatMessageReported(player(43), 1, 42, "rude"));
        happen(new ChatMessageRemoved(player(42), 1, CHAT, null));
        happen(new ChatMessageRestored(player(42), 1, CHAT, null));
        happen(new ShowModeratorAdded(SHOW, 42));
        happen(new FanErased(new FanId(7, 42)));
        try (var again = places.replayed()) {
            assertThat(again.checksums()).isEqualTo(places.checksums());
        }
    }

    @Test
    void a_gateway_gets_the_rate_of_rooms() {
        assertThat(terms()).isEqualTo(ChatTerms.DEFAULT);
        happen(new ChatSettingsChanged(SHOW, new ChatSettings(null, null, null, 7, null)));
        assertThat(terms()).isEqualTo(new ChatTerms(List.of(), 7));
        happen(new ChatSettingsChanged(SHOW, new ChatSettings(null, null, null, null, null)));
        assertThat(terms()).isEqualTo(ChatTerms.DEFAULT);
    }

    @Test
    void the_sender_gets_the_uid_and_the_time_of_the_log() {
        happen(sent(42, CHAT, "one"));
        AcceptedMessages accepted = new AcceptedMessages(tail, log);
        assertThat(accepted.find(new FindAcceptedMessage(7, 1)).chatMessageUid())
                .isEqualTo(ShowUid.CHAT_MESSAGE.at(1));
        assertThat(accepted.find(new FindAcceptedMessage(7, 1)).unixTimestamp()).isEqualTo(at(1));
        assertThatThrownBy(() -> accepted.find(new FindAcceptedMessage(8, 1))).isInstanceOf(Refusal.class);
        assertThat(accepted.find(new FindMessageShow(7, ShowUid.CHAT_MESSAGE.at(1)))
                        .pageTabId())
                .isEqualTo(17);
        for (String uid : List.of(ShowUid.CHAT_MESSAGE.at(2), ShowUid.OVERLAY_LOG.at(1), "x")) {
            assertThatThrownBy(() -> accepted.find(new FindMessageShow(7, uid))).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void frames_have_exactly_the_fields_of_the_specification() {
        happen(sent(42, CHAT, "<i>hi</i>"));
        happen(new ChatMessageRemoved(player(42), 1, CHAT, 1L));
        happen(new ChatMessageRestored(player(42), 1, CHAT, 1L));
        happen(sent(43, CHAT, null));
        erased.add(44L);
        happen(sent(44, CHAT, "of an erased fan"));
        ChatFrames frames = new ChatFrames(queries);
        List<RecordedEvent> events = tail.read(0, 10);
        assertThat(events).allSatisfy(event -> assertThat(frames.rooms(event)).containsExactly(CHAT));
        var json = JsonNodeFactory.instance;
        String uid = ShowUid.CHAT_MESSAGE.at(1);
        assertThat(frames.frames(events))
                .containsExactly(
                        new RoomFrame(
                                CHAT,
                                1,
                                "chat_message",
                                json.objectNode()
                                        .put("chat_message_uid", uid)
                                        .put("message", "&lt;i&gt;hi&lt;/i&gt;")
                                        .put("room_name", CHAT)
                                        .put("display_name", "Fan 42")
                                        .put("unix_timestamp", at(1).getEpochSecond())
                                        .put("fan_id", 42L)
                                        .put("moderator_status", (String) null),
                                42L),
                        new RoomFrame(
                                CHAT,
                                2,
                                "remove_chat_message",
                                json.objectNode().put("chat_message_uid", uid),
                                null),
                        new RoomFrame(
                                CHAT,
                                3,
                                "unflag_chat_message",
                                json.objectNode().put("chat_message_uid", uid),
                                null));
    }

    private ChatTerms terms() {
        return places.read(now -> places.projection().find(new FindChatTerms(7, 17), now));
    }

    private List<ChatMessage> history(@Nullable String room, @Nullable Long before, int limit) {
        return chat.find(new FindChatHistory(7, 17, room, before, limit));
    }

    private List<ManagedMessage> managed(ChatSelection selection) {
        return chat.find(new FindManagedMessages(7, 17, selection, new NextKey(null, 100)))
                .rows();
    }

    private ManagedMessage one(long position) {
        return chat.find(new FindManagedMessage(7, 17, position));
    }

    /** Both the log and the projection come to know of it. */
    private void happen(Event event) {
        String stream = event instanceof PlayerEvent player ? player.player().toString() : "show.7.17";
        tail.append(stream, event);
        places.given(event);
    }

    private static Instant at(long position) {
        return Instant.ofEpochMilli(1_750_000_000_000L + position);
    }

    private static ChatMessageSent sent(long fan, String room, @Nullable String text) {
        return new ChatMessageSent(player(fan), room, text);
    }

    private static PlayerId player(long fan) {
        return new PlayerId(CAMPAIGN, fan);
    }

    private static Fan fan(long fanId) {
        return FanBuilder.builder()
                .fanId(fanId)
                .accountId(7)
                .creationTimestamp(Instant.EPOCH)
                .lastUpdateTimestamp(Instant.EPOCH)
                .fields(JsonNodeFactory.instance.objectNode())
                .hasPassword(false)
                .displayName("Fan " + fanId)
                .moderatorStatus(fanId == 1 ? "moderator" : null)
                .build();
    }
}
