package encore.api.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.FakeBackend;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.replays.ReplayClock;
import encore.kernel.shows.replays.ReplayFrames;
import encore.kernel.shows.replays.ReplayFrames.ReplayFrame;
import encore.kernel.shows.replays.ReplayQuery.FindReplayFrames;
import encore.kernel.shows.replays.ReplayQuery.FindReplaySpan;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplay;
import encore.kernel.shows.replays.ReplayQuery.FindShownMessages;
import encore.kernel.shows.replays.ReplayQuery.FindShownState;
import encore.kernel.shows.replays.ReplaySpan;
import encore.kernel.shows.replays.RunningReplay;
import encore.kernel.shows.rooms.ErasedMessages;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomFrames;
import encore.kernel.shows.rooms.ShowFrames;
import encore.kernel.shows.rooms.ShowFrames.Notice;
import encore.kernel.shows.rooms.ShowRoomQuery.FindErasedMessages;
import encore.kernel.shows.rooms.ShowRoomQuery.FindShowFrames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.JsonNodeFactory;

/** A replay of a show that a test wrote, by a clock that the test sets. The events are a second apart. */
class ReplayRunnerTest {

    private static final String REPLAY = "replay:r:100";
    private static final String HALL = "global_chat:room:100";
    private static final String CONTROL = "control:room:100";
    private static final Instant FROM = Instant.parse("2026-02-01T20:00:00Z");
    private static final Instant OPENED = Instant.parse("2026-03-01T12:00:00Z");

    private final List<RoomFrame> show = Collections.synchronizedList(new ArrayList<>());
    private final List<Notice> notices = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger pages = new AtomicInteger();
    private volatile long head = 100_000;
    private volatile Instant now = OPENED;
    private volatile @Nullable RunningReplay replay = replay(1, false);

    private final FakeBackend backend = new FakeBackend()
            .on(FindShowFrames.class, this::live)
            .on(FindRunningReplay.class, asked -> orFail(replayOrUnknown()))
            .on(FindReplaySpan.class, asked -> orFail(Mono.just(span(asked))))
            .on(FindReplayFrames.class, asked -> orFail(Mono.fromSupplier(() -> page(asked))))
            .on(
                    FindShownState.class,
                    asked -> orFail(Mono.just(
                            new ControlState(asked.upTo(), ShowState.ACTIVE, null, null, List.of(), List.of()))))
            .on(FindShownMessages.class, asked -> new RoomFrames(List.of(), asked.upTo(), false, false))
            .on(FindErasedMessages.class, this::messages);
    private final Scheduler thread = Schedulers.newSingle("test-show");
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private ShowRelay relay;

    private final class Client extends RecordingClient {

        Client() {
            super(REPLAY, ReplayRunnerTest::encode, loop);
        }

        Client join() {
            join(relay, null);
            return this;
        }
    }

    private static ByteBuf encode(String event, String roomName, @Nullable Long position, byte[] data) {
        assertThat(roomName).isEqualTo(REPLAY);
        return Unpooled.copiedBuffer(letter(event) + "@" + position + " ", StandardCharsets.UTF_8);
    }

    private static String letter(String event) {
        return switch (event) {
            case "chat_message" -> "m";
            case "platform_live_update" -> "c";
            default -> event;
        };
    }

    @BeforeEach
    void begin() {
        relay = relay();
        backend.announce(head);
    }

    private ShowRelay relay() {
        return new ShowRelay(
                backend,
                7,
                100,
                thread,
                new RingBudget(1 << 20),
                fan -> {},
                System::nanoTime,
                () -> Mono.fromSupplier(() -> now));
    }

    @AfterEach
    void stop() {
        thread.dispose();
        loop.shutdownNow();
    }

    @Test
    void frames_are_sent_when_the_clock_reaches_their_time() {
        happen(HALL, HALL, CONTROL);
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        pass(Duration.ofMillis(999));
        client.hasReceived("joined@0 snapshot@0 m@1");
        pass(Duration.ofMillis(1));
        client.hasReceived("joined@0 snapshot@0 m@1 m@2");
        pass(Duration.ofSeconds(1));
        client.hasReceived("joined@0 snapshot@0 m@1 m@2 c@2 c@3");
    }

    @Test
    void an_hour_at_a_hundredfold_speed_takes_36_seconds() {
        happen(IntStream.range(0, 3_601).mapToObj(i -> HALL).toArray(String[]::new));
        replay = replay(100, false);
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        pass(Duration.ofMillis(35_999));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> client.received.toString().endsWith("m@3600 "));
        pass(Duration.ofMillis(1));
        client.hasReceived("joined@0 snapshot@0 "
                + IntStream.rangeClosed(1, 3_601).mapToObj(i -> "m@" + i).collect(Collectors.joining(" ")));
    }

    @Test
    void a_client_that_joins_begins_at_the_present_time_of_the_clock() {
        happen(HALL, HALL, HALL, HALL);
        Client first = new Client().join();
        first.hasReceived("joined@0 snapshot@0 m@1");
        pass(Duration.ofSeconds(2));
        first.hasReceived("joined@0 snapshot@0 m@1 m@2 m@3");
        Client second = new Client().join();
        second.hasReceived("joined@3 snapshot@3");
        pass(Duration.ofSeconds(1));
        first.hasReceived("joined@0 snapshot@0 m@1 m@2 m@3 m@4");
        second.hasReceived("joined@3 snapshot@3 m@4");
    }

    @Test
    void a_gateway_that_takes_over_goes_on_where_the_other_stopped() {
        happen(HALL, HALL, HALL, HALL);
        Client first = new Client().join();
        first.hasReceived("joined@0 snapshot@0 m@1");
        pass(Duration.ofMillis(1_500));
        first.hasReceived("joined@0 snapshot@0 m@1 m@2");
        relay.leave(first.member);
        relay = relay();
        Client second = new Client().join();
        second.hasReceived("joined@2 snapshot@2");
        pass(Duration.ofMillis(500));
        second.hasReceived("joined@2 snapshot@2 m@3");
        first.hasReceived("joined@0 snapshot@0 m@1 m@2");
    }

    @Test
    void a_pause_a_new_speed_and_a_seek_hold_at_once() {
        happen(IntStream.range(0, 60).mapToObj(i -> HALL).toArray(String[]::new));
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        set(1, true, FROM, 1);
        now = now.plusSeconds(30);
        announceReplays();
        client.hasReceived("joined@0 snapshot@0 m@1");
        set(10, false, FROM, 1);
        pass(Duration.ofMillis(100));
        client.hasReceived("joined@0 snapshot@0 m@1 m@2");
        set(1, true, FROM.plusSeconds(40), 2);
        announceReplays();
        client.hasReceived("joined@0 snapshot@0 m@1 m@2 snapshot@40 m@41");
        set(1, true, FROM.plusSeconds(10), 3);
        announceReplays();
        client.hasReceived("joined@0 snapshot@0 m@1 m@2 snapshot@40 m@41 snapshot@10 m@11");
    }

    @Test
    void a_seek_that_is_heard_of_late_passes_over_nothing() {
        happen(IntStream.range(0, 60).mapToObj(i -> HALL).toArray(String[]::new));
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        set(1, false, FROM.plusSeconds(40), 2);
        pass(Duration.ofSeconds(3));
        client.hasReceived("joined@0 snapshot@0 m@1 snapshot@40 m@41 m@42 m@43 m@44");
    }

    @Test
    void a_replay_that_ended_or_is_over_sends_nothing_more() {
        happen(HALL, HALL, HALL);
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        replay = null;
        pass(Duration.ofSeconds(1));
        announceReplays();
        await().pollDelay(Duration.ofMillis(300)).until(() -> true);
        assertThat(client.received.toString().strip()).isEqualTo("joined@0 snapshot@0 m@1");
        replay = new RunningReplay("r", 100, clock(1, false), List.of(1L), OPENED.minusSeconds(86_400));
        Client late = new Client().join();
        late.hasReceived("joined@1");
    }

    @Test
    void an_erased_fan_is_forgotten_and_its_messages_are_removed() {
        happen(HALL, HALL, HALL, HALL);
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        pass(Duration.ofSeconds(1));
        client.hasReceived("joined@0 snapshot@0 m@1 m@2");
        // Frames of odd positions are those of fan 1.
        head++;
        notices.add(new Notice(head, 1, Notice.Kind.ERASED));
        backend.announce(head);
        client.hasReceived("joined@0 snapshot@0 m@1 m@2 remove_chat_message@null");
        pass(Duration.ofSeconds(2));
        client.hasReceived("joined@0 snapshot@0 m@1 m@2 remove_chat_message@null m@4");
    }

    @Test
    void a_query_side_that_is_away_for_a_moment_loses_and_repeats_nothing() {
        happen(IntStream.range(0, 30).mapToObj(i -> HALL).toArray(String[]::new));
        failures.set(3);
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        failures.set(2);
        pass(Duration.ofSeconds(29));
        client.hasReceived("joined@0 snapshot@0 "
                + IntStream.rangeClosed(1, 30).mapToObj(i -> "m@" + i).collect(Collectors.joining(" ")));
    }

    @Test
    void a_paused_replay_reads_no_more_than_a_page() {
        happen(IntStream.range(0, 3_000).mapToObj(i -> HALL).toArray(String[]::new));
        replay = replay(1, true);
        Client client = new Client().join();
        client.hasReceived("joined@0 snapshot@0 m@1");
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        assertThat(pages.get()).isEqualTo(1);
    }

    /** Adds events of the show, a second apart; one of the control room has two frames. */
    private void happen(String... rooms) {
        for (int i = 0; i < rooms.length; i++) {
            long position = i + 1L;
            boolean isControl = rooms[i].equals(CONTROL);
            RoomFrame frame = new RoomFrame(
                    rooms[i],
                    position,
                    isControl ? "platform_live_update" : "chat_message",
                    JsonNodeFactory.instance.objectNode(),
                    isControl ? null : position % 2);
            show.add(frame);
            if (isControl) {
                show.add(frame);
            }
        }
    }

    private void pass(Duration time) {
        now = now.plus(time);
        // The runner's timers follow the real clock. News wakes it.
        announceReplays();
    }

    private void announceReplays() {
        head++;
        notices.add(Notice.ofReplays(head));
        backend.announce(head);
    }

    private void set(int speed, boolean isPaused, Instant shown, long soughtPosition) {
        replay = new RunningReplay(
                "r",
                100,
                new ReplayClock(FROM, FROM.plusSeconds(3_600), now, shown, speed, isPaused, soughtPosition, shown),
                List.of(1L),
                OPENED);
    }

    private static RunningReplay replay(int speed, boolean isPaused) {
        return new RunningReplay("r", 100, clock(speed, isPaused), List.of(1L), OPENED);
    }

    private static ReplayClock clock(int speed, boolean isPaused) {
        return new ReplayClock(FROM, FROM.plusSeconds(3_600), OPENED, FROM, speed, isPaused, 1, FROM);
    }

    private Mono<RunningReplay> replayOrUnknown() {
        RunningReplay current = replay;
        return current == null ? Mono.error(Refusal.unknown("It has ended.")) : Mono.just(current);
    }

    private <T> Mono<T> orFail(Mono<T> answer) {
        return failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0
                ? Mono.error(new IllegalStateException("away"))
                : answer;
    }

    /** The first event is of the first moment. */
    private ReplaySpan span(FindReplaySpan asked) {
        long before = (Duration.between(FROM, asked.shown()).toMillis() + 999) / 1_000;
        return new ReplaySpan(before, show.isEmpty() ? 0 : show.getLast().position());
    }

    private ReplayFrames page(FindReplayFrames asked) {
        pages.incrementAndGet();
        long to = Math.min(asked.after() + asked.limit(), asked.upTo());
        return new ReplayFrames(
                show.stream()
                        .filter(frame -> frame.position() > asked.after() && frame.position() <= to)
                        .map(frame -> new ReplayFrame(frame, FROM.plusSeconds(frame.position() - 1)))
                        .toList(),
                to);
    }

    private ErasedMessages messages(FindErasedMessages asked) {
        List<Long> positions = show.stream()
                .map(RoomFrame::position)
                .filter(position -> position < asked.position() && position % 2 == asked.fanId())
                .toList();
        return new ErasedMessages(List.of(new ErasedMessages.InRoom(HALL, positions)), asked.position());
    }

    private ShowFrames live(FindShowFrames asked) {
        long after = asked.after() == null ? head : asked.after();
        long end = head;
        return new ShowFrames(
                List.of(),
                notices.stream()
                        .filter(notice -> notice.position() > after && notice.position() <= end)
                        .toList(),
                end,
                false);
    }
}
