package encore.query.shows.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayEnded;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import encore.kernel.shows.replays.ReplaysId;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.ShowFrames;
import encore.kernel.shows.rooms.ShowFrames.Notice;
import encore.kernel.shows.rooms.ShowRoomQuery.FindErasedMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomFrames;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowFrames;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.runner.MemoryTail;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShowFrameFeedTest {

    private static final String HALL = "global_chat:room:100";
    private static final String BAR = "public_rooms:bar:100";
    private static final String CONTROL = "control:room:100";
    private static final CampaignId SHOW = new CampaignId(7, 100);

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private final ProjectionUnderTest<RoomHistoryProjection> history =
            new ProjectionUnderTest<>(() -> new RoomHistoryProjection(new FrameSources(List.of(new FakeRoomFrames()))));
    private final FakeQueryGateway queries = new FakeQueryGateway()
            .on(
                    FindRoomHistory.class,
                    query -> history.read(now -> history.projection().find(query, now)))
            .on(
                    FindLastRoomHistory.class,
                    query -> history.read(now -> history.projection().find(query, now)))
            .on(
                    FindErasedMessages.class,
                    query -> history.read(now -> history.projection().find(query, now)));

    private SqliteEventLog log;
    private ShowFrameFeed feed;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        feed = new ShowFrameFeed(tail, log, new FrameSources(List.of(new FakeRoomFrames())), queries);
    }

    @AfterEach
    void close() throws Exception {
        history.close();
        log.close();
    }

    @Test
    void the_live_tail_has_all_rooms_of_a_show_in_order_and_nothing_of_others() {
        happen(message(1, HALL, "one"));
        happen(new ShowStateChanged(new ShowId(SHOW), ShowState.PENDING));
        happen(new ChatMessageSent(new PlayerId(new CampaignId(7, 101), 1), "global_chat:room:101", "elsewhere"));
        happen(new ChatMessageSent(new PlayerId(new CampaignId(8, 100), 1), HALL, "another account"));
        happen(message(2, BAR, "two"));
        ShowFrames page = live(0L, 1_000);
        assertThat(page.frames()).extracting(RoomFrame::position).containsExactly(1L, 2L, 2L, 5L);
        assertThat(page.frames()).extracting(RoomFrame::roomName).containsExactly(HALL, CONTROL, CONTROL, BAR);
        assertThat(page.next()).isEqualTo(5);
        assertThat(page.more()).isFalse();
        assertThat(live(null, 1).next()).isEqualTo(5);
        ShowFrames first = live(0L, 3);
        assertThat(first.frames()).hasSize(3);
        assertThat(first.next()).isEqualTo(3);
        assertThat(first.more()).isTrue();
    }

    @Test
    void a_ban_and_an_erasure_are_sent_to_gateways_and_a_mute_is_not() {
        happen(message(1, HALL, "one"));
        happen(new FanBanned(player(2), false, null, null));
        happen(new FanBanned(player(3), true, null, null));
        happen(new FanErased(new FanId(7, 1)));
        ShowFrames page = live(1L, 1_000);
        assertThat(page.notices())
                .containsExactly(new Notice(2, 2, Notice.Kind.BANNED), new Notice(4, 1, Notice.Kind.ERASED));
        assertThat(page.frames())
                .singleElement()
                .satisfies(frame -> assertThat(frame.event()).isEqualTo("remove_chat_message"))
                .satisfies(frame -> assertThat(frame.position()).isEqualTo(4))
                .satisfies(
                        frame -> assertThat(frame.data().get("chat_message_uid").asString())
                                .isEqualTo(ShowUid.CHAT_MESSAGE.at(1)));
    }

    @Test
    void a_replay_that_was_opened_set_or_ended_is_sent_to_gateways() {
        ReplaysId replays = new ReplaysId(7);
        happen(message(1, HALL, "one"));
        happen(new ReplayOpened(replays, "r", 100, Instant.EPOCH, Instant.EPOCH, 1, false, List.of()));
        happen(new ReplayOpened(replays, "s", 101, Instant.EPOCH, Instant.EPOCH, 1, false, List.of()));
        happen(new ReplayClockSet(replays, "r", 100, 1, true, null));
        happen(new ReplayEnded(replays, "r", 100));
        ShowFrames page = live(1L, 1_000);
        assertThat(page.notices()).containsExactly(Notice.ofReplays(2), Notice.ofReplays(4), Notice.ofReplays(5));
        assertThat(page.frames()).isEmpty();
    }

    @Test
    void a_page_stops_before_an_erasure_that_the_history_has_not_reached() {
        happen(message(1, HALL, "one"));
        tail.append("fan.7.1", new FanErased(new FanId(7, 1)));
        tail.append("player.7.100.2", message(2, HALL, "two"));
        ShowFrames page = live(0L, 1_000);
        assertThat(page.frames()).hasSize(1);
        assertThat(page.next()).isEqualTo(1);
        assertThat(page.more()).isTrue();
    }

    @Test
    void a_resume_has_all_missed_events_once() {
        happen(message(1, HALL, "one"));
        happen(message(1, BAR, "other"));
        happen(message(2, HALL, "two"));
        happen(message(2, HALL, "three"));
        RoomFrames missed = missed(HALL, 1, 1_000);
        assertThat(missed.frames()).extracting(RoomFrame::position).containsExactly(3L, 4L);
        assertThat(missed.next()).isEqualTo(4);
        RoomFrames page = missed(HALL, 0, 2);
        assertThat(page.frames()).extracting(RoomFrame::position).containsExactly(1L, 3L);
        assertThat(page.next()).isEqualTo(3);
        assertThat(page.more()).isTrue();
    }

    @Test
    void a_resume_leaves_out_removed_messages_and_has_the_removal() {
        happen(message(1, HALL, "one"));
        happen(message(2, HALL, "two"));
        happen(new ChatMessageRemoved(player(1), 1, HALL, null));
        happen(new ChatMessageRemoved(player(2), 2, HALL, null));
        happen(new ChatMessageRestored(player(2), 2, HALL, null));
        assertThat(missed(HALL, 0, 1_000).frames())
                .extracting(RoomFrame::event)
                .containsExactly("chat_message", "remove_chat_message", "remove_chat_message", "unflag_chat_message");
        assertThat(missed(HALL, 0, 1).frames()).isEmpty();
        assertThat(missed(HALL, 2, 1_000).frames()).hasSize(3);
    }

    @Test
    void a_resume_after_an_erasure_has_removals_of_messages_that_the_client_may_hold() {
        happen(message(1, HALL, "one"));
        happen(message(2, HALL, "two"));
        happen(message(1, HALL, null));
        happen(new FanErased(new FanId(7, 1)));
        assertThat(missed(HALL, 2, 1_000).frames())
                .extracting(frame -> frame.data().path("chat_message_uid").asString())
                .containsExactly(ShowUid.CHAT_MESSAGE.at(1), ShowUid.CHAT_MESSAGE.at(3));
    }

    @Test
    void more_than_a_thousand_events_of_the_room_are_too_old_and_those_of_other_rooms_do_not_count() {
        for (int i = 0; i < 1_001; i++) {
            happen(message(1, HALL, "m"));
            happen(message(1, BAR, "m"));
        }
        assertThat(missed(HALL, 0, 10).isTooOld()).isTrue();
        RoomFrames least = missed(HALL, 1, 1_000);
        assertThat(least.isTooOld()).isFalse();
        assertThat(least.frames()).hasSize(1_000);
    }

    @Test
    void the_last_messages_are_those_that_nobody_removed() {
        happen(message(1, HALL, "one"));
        happen(message(2, HALL, "two"));
        happen(message(1, BAR, "other"));
        happen(message(1, HALL, "three"));
        happen(new ChatMessageRemoved(player(1), 4, HALL, null));
        assertThat(feed.find(new FindLastMessages(7, HALL, 9, 50)).frames())
                .extracting(RoomFrame::position)
                .containsExactly(1L, 2L);
        assertThat(feed.find(new FindLastMessages(7, HALL, 9, 1)).frames())
                .extracting(RoomFrame::position)
                .containsExactly(2L);
    }

    /** Both the log and the history come to know of it. */
    private void happen(Event event) {
        String stream = switch (event) {
            case ShowStateChanged changed -> changed.show().toString();
            case FanErased erased -> erased.fan().toString();
            case ChatMessageSent sent -> sent.player().toString();
            default -> "player.7.100.1";
        };
        long position = tail.append(stream, event);
        history.given(event);
        assertThat(position).isEqualTo(history.version().read(documents -> documents.position()));
    }

    private ShowFrames live(@Nullable Long after, int limit) {
        return feed.find(new FindShowFrames(7, 100, after, limit));
    }

    private RoomFrames missed(String room, long after, int limit) {
        return feed.find(new FindRoomFrames(7, room, after, tail.head(), limit));
    }

    private static ChatMessageSent message(long fan, String room, @Nullable String text) {
        return new ChatMessageSent(player(fan), room, text);
    }

    private static PlayerId player(long fan) {
        return new PlayerId(SHOW, fan);
    }
}
