package encore.api.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.FakeBackend;
import encore.api.fanout.ShowRelays.LogTime;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.control.ControlQuery.FindControlState;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.ShowFrames;
import encore.kernel.shows.rooms.ShowFrames.Notice;
import encore.kernel.shows.rooms.ShowRoomQuery.FindLastMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindRoomFrames;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowFrames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.JsonNodeFactory;

/** A relay before a log that a test writes, and clients that remember the frames that they got. */
class ShowRelayTest {

    private static final String HALL = "global_chat:room:100";
    private static final String CONTROL = "control:room:100";

    private volatile long head = 100;

    /** The log's end. Events of other accounts come after the head, and are not announced. */
    private volatile long end;

    private volatile Mono<Void> pagesWait = Mono.empty();
    private volatile Mono<Void> endsWait = Mono.empty();

    /** As a node that is behind answers the end of the log. */
    private volatile @Nullable Long answeredEnd;

    private final List<RoomFrame> log = Collections.synchronizedList(new ArrayList<>());
    private final List<Notice> notices = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger encodings = new AtomicInteger();
    private final RoomEncoding encoding = new TestEncoding(encodings);
    private final FakeBackend backend = new FakeBackend()
            .on(FindShowFrames.class, this::live)
            .on(FindRoomFrames.class, this::missed)
            .on(FindControlState.class, asked -> currentState())
            .on(FindLastMessages.class, asked -> new RoomFrames(List.of(frame(HALL, 1, null)), head, false, false));
    private final Scheduler thread = Schedulers.newSingle("test-show");
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final List<Long> banned = new CopyOnWriteArrayList<>();
    /** As a history that more than a thousand frames passed. */
    private volatile long tooOldBefore;

    private volatile ControlState state = new ControlState(0, ShowState.OFF, null, null, List.of(), List.of());
    private ShowRelay relay;
    private final Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private final LogTime logTime = () -> Mono.just(now);

    private record TestEncoding(AtomicInteger count) implements RoomEncoding {
        @Override
        public ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data) {
            count.incrementAndGet();
            return Unpooled.copiedBuffer(event + "@" + position + " ", StandardCharsets.UTF_8);
        }
    }

    private final class Client extends RecordingClient {

        Client(String room) {
            super(room, encoding, loop);
        }

        Client join(@Nullable Long after) {
            join(relay, after);
            return this;
        }
    }

    @BeforeEach
    void begin() {
        relay = relay();
        backend.announce(head);
    }

    private ShowRelay relay() {
        return new ShowRelay(backend, 7, 100, thread, new RingBudget(1 << 20), banned::add, System::nanoTime, logTime);
    }

    @AfterEach
    void stop() {
        thread.dispose();
        loop.shutdownNow();
    }

    @Test
    void all_members_get_each_frame_and_it_is_encoded_once() {
        Client one = new Client(HALL).join(null);
        Client other = new Client(HALL).join(null);
        one.hasReceived("joined@100");
        other.hasReceived("joined@100");
        happen(frame(HALL, 101, 1L));
        one.hasReceived("joined@100 chat_message@101");
        other.hasReceived("joined@100 chat_message@101");
        assertThat(encodings.get()).isEqualTo(1);
        relay.leave(one.member);
        happen(frame(HALL, 102, 1L));
        other.hasReceived("joined@100 chat_message@101 chat_message@102");
        one.hasReceived("joined@100 chat_message@101");
    }

    @Test
    void rooms_are_distinct() {
        Client hall = new Client(HALL).join(null);
        Client control = new Client(CONTROL).join(null);
        control.hasReceived("joined@0");
        hall.hasReceived("joined@100");
        happen(frame(HALL, 101, 1L));
        happen(frame(CONTROL, 102, null));
        hall.hasReceived("joined@100 chat_message@101");
        control.hasReceived("joined@0 platform_live_update@102");
    }

    @Test
    void of_several_frames_of_one_event_the_last_has_its_position() {
        Client control = new Client(CONTROL).join(null);
        control.hasReceived("joined@0");
        happen(frame(CONTROL, 101, null), frame(CONTROL, 101, null));
        control.hasReceived("joined@0 platform_live_update@100 platform_live_update@101");
        Client cut = new Client(CONTROL).join(100L);
        cut.hasReceived("platform_live_update@100 platform_live_update@101 joined@101");
    }

    @Test
    void before_any_change_the_state_has_position_0_and_is_sent_again_until_something_changes() {
        state = new ControlState(
                0,
                ShowState.OFF,
                null,
                null,
                List.of(),
                List.of(frame(CONTROL, 0, null), frame(CONTROL, 0, null), frame(CONTROL, 0, null)));
        String all = "joined@0 platform_live_update@0 platform_live_update@0 platform_live_update@0";
        new Client(CONTROL).join(null).hasReceived(all);
        Client cut = new Client(CONTROL).join(0L);
        cut.hasReceived(all);
        happen(frame(CONTROL, 101, null));
        cut.hasReceived(all + " platform_live_update@101");
        state = new ControlState(101, ShowState.OFF, null, null, List.of(), List.of(frame(CONTROL, 101, null)));
        new Client(CONTROL).join(0L).hasReceived("platform_live_update@101 joined@101");
    }

    @Test
    void a_client_that_comes_back_gets_missed_frames_from_the_ring_without_a_query() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        for (int i = 101; i <= 105; i++) {
            happen(frame(HALL, i, 1L));
        }
        first.hasReceived(
                "joined@100 chat_message@101 chat_message@102 chat_message@103 chat_message@104 chat_message@105");
        Client back = new Client(HALL).join(103L);
        back.hasReceived("chat_message@104 chat_message@105 joined@105");
        happen(frame(HALL, 106, 1L));
        back.hasReceived("chat_message@104 chat_message@105 joined@105 chat_message@106");
        assertThat(backend.asked).noneMatch(FindRoomFrames.class::isInstance);
    }

    @Test
    void a_client_that_was_away_for_longer_gets_the_history_and_then_new_frames() {
        log.add(frame(HALL, 40, 1L));
        log.add(frame(HALL, 60, 1L));
        log.add(frame(HALL, 90, 1L));
        Client back = new Client(HALL).join(50L);
        back.hasReceived("chat_message@60 chat_message@90 joined@100");
        // What lies further on may be joined with projections that are not there yet.
        assertThat(backend.asked)
                .filteredOn(FindRoomFrames.class::isInstance)
                .isNotEmpty()
                .allMatch(asked -> ((FindRoomFrames) asked).upTo() == 100);
        happen(frame(HALL, 101, 1L));
        back.hasReceived("chat_message@60 chat_message@90 joined@100 chat_message@101");
    }

    @Test
    void a_client_that_comes_back_waits_for_no_event_when_others_wrote_last() {
        new Client(HALL).join(null).hasReceived("joined@100");
        log.add(frame(HALL, 60, 1L));
        end = 130;
        Client back = new Client(HALL).join(50L);
        back.hasReceived("chat_message@60 joined@100");
        end = 140;
        Client ahead = new Client(HALL).join(135L);
        ahead.hasReceived("joined@140");
        Client invented = new Client(HALL).join(1_000_000L);
        happen(frame(HALL, 141, 1L));
        back.hasReceived("chat_message@60 joined@100 chat_message@141");
        ahead.hasReceived("joined@140 chat_message@141");
        invented.hasReceived("");
    }

    @Test
    void news_is_not_lost_to_an_older_end_of_the_log_that_is_answered_later() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        Sinks.Empty<Void> pages = Sinks.empty();
        Sinks.Empty<Void> ends = Sinks.empty();
        pagesWait = pages.asMono();
        endsWait = ends.asMono();
        for (long i = 101; i <= 105; i++) {
            happen(frame(HALL, i, 1L));
        }
        answeredEnd = 105L;
        new Client(HALL).join(105L);
        await().until(() -> backend.asked.stream()
                .anyMatch(asked -> asked instanceof FindShowFrames frames && frames.after() == null));
        happen(frame(HALL, 106, 1L));
        ends.tryEmitEmpty();
        // The end has reached the relay's thread after this.
        await().pollDelay(Duration.ofMillis(100)).until(() -> true);
        pages.tryEmitEmpty();
        first.hasReceived("joined@100 chat_message@101 chat_message@102 chat_message@103 chat_message@104"
                + " chat_message@105 chat_message@106");
    }

    @Test
    void equal_reads_of_the_history_are_one() {
        for (long i = 1; i <= 90; i++) {
            log.add(frame(HALL, i, 1L));
        }
        List<Client> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(new Client(HALL).join(88L));
        }
        all.forEach(client -> client.hasReceived("chat_message@89 chat_message@90 joined@100"));
        assertThat(backend.asked.stream().filter(FindRoomFrames.class::isInstance))
                .hasSizeLessThan(20);
    }

    @Test
    void a_client_that_was_away_for_too_long_gets_a_snapshot() {
        tooOldBefore = 50;
        Client back = new Client(HALL).join(20L);
        back.hasReceived("snapshot@100 joined@100");
        happen(frame(HALL, 101, 1L));
        back.hasReceived("snapshot@100 joined@100 chat_message@101");
    }

    @Test
    void a_client_that_joins_the_control_room_gets_the_present_state() {
        state = new ControlState(
                80,
                ShowState.PENDING,
                null,
                null,
                List.of(),
                List.of(frame(CONTROL, 80, null), frame(CONTROL, 80, null)));
        Client control = new Client(CONTROL).join(null);
        control.hasReceived("joined@79 platform_live_update@79 platform_live_update@80");
        happen(frame(CONTROL, 101, null));
        control.hasReceived("joined@79 platform_live_update@79 platform_live_update@80 platform_live_update@101");
        Client hall = new Client(HALL).join(null);
        hall.hasReceived("joined@101");
    }

    @Test
    void an_erasure_empties_the_ring_and_is_sent() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        happen(frame(HALL, 101, 1L));
        happen(frame(HALL, 102, 2L));
        first.hasReceived("joined@100 chat_message@101 chat_message@102");
        notices.add(new Notice(103, 1, Notice.Kind.ERASED));
        happen(new RoomFrame(
                HALL,
                103,
                "remove_chat_message",
                JsonNodeFactory.instance.objectNode().put("chat_message_uid", ShowUid.CHAT_MESSAGE.at(101)),
                null));
        first.hasReceived("joined@100 chat_message@101 chat_message@102 remove_chat_message@103");
        Client back = new Client(HALL).join(100L);
        back.hasReceived("chat_message@102 remove_chat_message@103 joined@103");
    }

    @Test
    void a_resume_from_the_ring_leaves_out_removed_messages_and_has_the_removal() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        happen(about("chat_message", 101, 101));
        happen(about("chat_message", 102, 102));
        happen(about("remove_chat_message", 103, 101));
        happen(about("remove_chat_message", 104, 102));
        happen(about("unflag_chat_message", 105, 102));
        first.hasReceived("joined@100 chat_message@101 chat_message@102 remove_chat_message@103 remove_chat_message@104"
                + " unflag_chat_message@105");
        Client back = new Client(HALL).join(100L);
        back.hasReceived("chat_message@102 remove_chat_message@103 remove_chat_message@104 unflag_chat_message@105"
                + " joined@105");
        Client later = new Client(HALL).join(101L);
        later.hasReceived("chat_message@102 remove_chat_message@103 remove_chat_message@104 unflag_chat_message@105"
                + " joined@105");
        assertThat(backend.asked).noneMatch(FindRoomFrames.class::isInstance);
    }

    private static RoomFrame about(String event, long position, long message) {
        return new RoomFrame(
                HALL,
                position,
                event,
                JsonNodeFactory.instance.objectNode().put("chat_message_uid", ShowUid.CHAT_MESSAGE.at(message)),
                event.equals("chat_message") ? 1L : null);
    }

    @Test
    void a_ban_is_passed_on() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        notices.add(new Notice(101, 5, Notice.Kind.BANNED));
        happen(frame(HALL, 102, 2L));
        first.hasReceived("joined@100 chat_message@102");
        assertThat(banned).containsExactly(5L);
    }

    @Test
    void a_cut_between_the_sides_loses_and_repeats_nothing() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        StringBuilder expected = new StringBuilder("joined@100");
        for (int round = 0; round < 3; round++) {
            backend.cutNews();
            for (int i = 0; i < 20; i++) {
                log.add(frame(HALL, ++head, 1L));
                expected.append(" chat_message@").append(head);
            }
            backend.announce(head);
        }
        first.hasReceived(expected.toString());
    }

    @Test
    void frames_gather_while_clients_are_slow_to_be_written() throws Exception {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        loop.submit(() -> {
            Thread.sleep(300);
            return head;
        });
        StringBuilder expected = new StringBuilder("joined@100");
        for (int i = 101; i <= 150; i++) {
            happen(frame(HALL, i, 1L));
            expected.append(" chat_message@").append(i);
        }
        first.hasReceived(expected.toString());
        assertThat(first.writes.get()).isLessThan(30);
    }

    @Test
    void the_count_of_members_has_no_position() {
        Client first = new Client(HALL).join(null);
        first.hasReceived("joined@100");
        relay.sendMembers(HALL, new byte[] {'{', '}'});
        first.hasReceived("joined@100 members@null");
    }

    private void happen(RoomFrame... frames) {
        for (RoomFrame frame : frames) {
            log.add(frame);
            head = frame.position();
        }
        backend.announce(head);
    }

    private Mono<ShowFrames> live(FindShowFrames asked) {
        long now = head;
        return asked.after() == null
                ? endsWait.thenReturn(new ShowFrames(
                        List.of(), List.of(), answeredEnd == null ? Math.max(now, end) : answeredEnd, false))
                : pagesWait.then(Mono.fromSupplier(
                        () -> page(asked.after(), Math.min(now, asked.after() + asked.limit()))));
    }

    private ShowFrames page(long after, long now) {
        return new ShowFrames(
                log.stream()
                        .filter(frame -> frame.position() > after && frame.position() <= now)
                        .toList(),
                notices.stream()
                        .filter(notice -> notice.position() > after && notice.position() <= now)
                        .toList(),
                Math.max(now, end),
                false);
    }

    private RoomFrames missed(FindRoomFrames asked) {
        if (asked.after() < tooOldBefore) {
            return new RoomFrames(List.of(), asked.after(), false, true);
        }
        return new RoomFrames(
                log.stream()
                        .filter(frame -> frame.roomName().equals(asked.roomName())
                                && frame.position() > asked.after()
                                && frame.position() <= asked.upTo())
                        .toList(),
                asked.upTo(),
                false,
                false);
    }

    private ControlState currentState() {
        return state;
    }

    private static RoomFrame frame(String room, long position, @Nullable Long fan) {
        return new RoomFrame(
                room,
                position,
                room.equals(CONTROL) ? "platform_live_update" : "chat_message",
                JsonNodeFactory.instance.objectNode(),
                fan);
    }
}
