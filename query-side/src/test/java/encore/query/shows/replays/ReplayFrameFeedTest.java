package encore.query.shows.replays;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.replays.ReplayFrames;
import encore.kernel.shows.replays.ReplayQuery.FindReplayFrames;
import encore.kernel.shows.replays.ReplayQuery.FindReplaySpan;
import encore.kernel.shows.replays.ReplayQuery.FindShownMessages;
import encore.kernel.shows.replays.ReplaySpan;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastShowHistory;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowHistory;
import encore.query.FakeQueryGateway;
import encore.query.fans.TestFans;
import encore.query.runner.MemoryTail;
import encore.query.shows.rooms.FakeRoomFrames;
import encore.query.shows.rooms.FrameSources;
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

class ReplayFrameFeedTest {

    private static final String HALL = "global_chat:room:100";
    private static final String BAR = "public_rooms:bar:100";
    private static final String CONTROL = "control:room:100";
    private static final CampaignId SHOW = new CampaignId(7, 100);

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private final List<RoomHistory.Entry> entries = new ArrayList<>();
    private final Set<Long> erased = new HashSet<>();
    private final FakeQueryGateway queries = new FakeQueryGateway()
            .on(FindShowHistory.class, query -> history(query.after(), query.upTo()))
            .on(FindLastShowHistory.class, query -> history(0, query.upTo()))
            .on(
                    FindFans.class,
                    query -> query.fanIds().stream()
                            .filter(fan -> !erased.contains(fan))
                            .map(fan -> TestFans.of(fan, null, null))
                            .toList());

    private SqliteEventLog log;
    private ReplayFrameFeed feed;

    @BeforeEach
    void open() {
        log = SqliteEventLog.open(directory);
        feed = new ReplayFrameFeed(tail, log, new FrameSources(List.of(new FakeRoomFrames())), queries);
    }

    @AfterEach
    void close() throws Exception {
        log.close();
    }

    @Test
    void the_frames_of_all_rooms_come_in_order_with_the_stamps_of_the_log() {
        happen(message(1, HALL, "one"));
        happen(new ShowStateChanged(new ShowId(SHOW), ShowState.PENDING));
        happen(message(2, BAR, "two"));
        happen(message(2, HALL, "three"));
        ReplayFrames page = frames(0, 3);
        assertThat(page.frames())
                .extracting(each -> each.frame().roomName())
                .containsExactly(HALL, CONTROL, CONTROL, BAR);
        assertThat(page.frames()).extracting(each -> each.frame().position()).containsExactly(1L, 2L, 2L, 3L);
        assertThat(page.frames().getFirst().at())
                .isEqualTo(tail.read(0, 1).getFirst().at());
        assertThat(page.next()).isEqualTo(3);
        assertThat(frames(3, 4).frames()).hasSize(1);
    }

    @Test
    void only_the_positions_of_the_history_are_read() {
        for (int i = 0; i < 2_000; i++) {
            tail.append("fan.7.9", new FanErased(new FanId(7, 9)));
        }
        happen(message(1, HALL, "one"));
        tail.countReads();
        assertThat(frames(0, 2_001).frames()).hasSize(1);
        assertThat(tail.eventsRead()).isEqualTo(1);
    }

    @Test
    void a_removed_message_appears_and_goes() {
        happen(message(1, HALL, "one"));
        happen(new ChatMessageRemoved(player(1), 1, HALL, null));
        assertThat(frames(0, 2).frames())
                .extracting(each -> each.frame().event())
                .containsExactly("chat_message", "remove_chat_message");
    }

    @Test
    void nothing_of_an_erased_fan_is_sent() {
        happen(message(1, HALL, "marker"));
        happen(message(2, HALL, "two"));
        happen(new ChatMessageRemoved(player(1), 1, HALL, null));
        happen(new ChatMessageRemoved(player(2), 2, HALL, null));
        happen(new FanErased(new FanId(7, 1)));
        erased.add(1L);
        tail.rewrite(event ->
                event instanceof ChatMessageSent sent && sent.player().fanId() == 1 ? message(1, HALL, null) : event);
        assertThat(frames(0, 5).frames())
                .extracting(each -> each.frame().position())
                .containsExactly(2L, 4L);
        assertThat(shown(5)).isEmpty();
        assertThat(shown(3)).extracting(RoomFrame::position).containsExactly(2L);
    }

    @Test
    void a_snapshot_has_the_last_messages_that_were_there_then() {
        happen(message(1, HALL, "one"));
        happen(message(2, BAR, "two"));
        happen(message(1, HALL, "three"));
        happen(new ChatMessageRemoved(player(1), 3, HALL, null));
        assertThat(shown(3)).extracting(RoomFrame::position).containsExactly(1L, 2L, 3L);
        assertThat(shown(4)).extracting(RoomFrame::position).containsExactly(1L, 2L);
        assertThat(feed.find(new FindShownMessages(7, 100, 4, 1)).frames())
                .extracting(RoomFrame::position)
                .containsExactly(2L);
    }

    @Test
    void the_part_of_an_empty_log_is_empty() {
        assertThat(feed.find(new FindReplaySpan(7, Instant.EPOCH, Instant.now())))
                .isEqualTo(new ReplaySpan(0, 0));
    }

    private ReplayFrames frames(long after, long upTo) {
        return feed.find(new FindReplayFrames(7, 100, after, upTo, 1_000));
    }

    private List<RoomFrame> shown(long upTo) {
        return feed.find(new FindShownMessages(7, 100, upTo, 50)).frames();
    }

    private RoomHistory history(long after, long upTo) {
        return new RoomHistory(
                entries.stream()
                        .filter(entry -> entry.position() > after && entry.position() <= upTo)
                        .toList(),
                upTo);
    }

    private void happen(Event event) {
        long position = tail.append("stream", event);
        entries.add(
                switch (event) {
                    case ChatMessageSent sent ->
                        new RoomHistory.Entry(position, sent.player().fanId(), RoomHistory.Kind.MESSAGE);
                    case FanErased gone ->
                        new RoomHistory.Entry(position, gone.fan().number(), RoomHistory.Kind.ERASURE);
                    default -> new RoomHistory.Entry(position, 0, RoomHistory.Kind.OTHER);
                });
    }

    private static ChatMessageSent message(long fan, String room, @Nullable String text) {
        return new ChatMessageSent(player(fan), room, text);
    }

    private static PlayerId player(long fan) {
        return new PlayerId(SHOW, fan);
    }
}
