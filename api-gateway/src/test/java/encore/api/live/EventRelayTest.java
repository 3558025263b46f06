package encore.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.live.history.HistoryTurns;
import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEventsOfStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** A feed before a log that a test writes, and a backend that says when there is news. */
class EventRelayTest {

    private static final String POSITION = "\"position\":";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofMillis(400);

    private final AtomicLong head = new AtomicLong(10);
    /** How far the node that is asked has come. */
    private final AtomicLong known = new AtomicLong(Long.MAX_VALUE);

    private final FakeBackend backend = new FakeBackend().on(FindLiveEvents.class, this::page);
    private final Scheduler thread = Schedulers.newSingle("test");
    private final EventRelay eventRelay = new EventRelay(backend, 7, thread, new HistoryTurns(thread));
    private final List<Long> received = new CopyOnWriteArrayList<>();
    private final FrameSink frameSink = new FrameSink() {
        @Override
        public void send(String frame) {
            received.add(JsonMapper.shared().readTree(frame).get("position").asLong());
        }

        @Override
        public boolean isFull() {
            return false;
        }
    };

    @AfterEach
    void stop() {
        thread.dispose();
    }

    @Test
    void news_reach_a_follower_and_while_there_are_none_nothing_is_asked() throws InterruptedException {
        follow(10);
        Thread.sleep(QUIET);
        int asked = backend.asked.size();
        Thread.sleep(QUIET);
        assertThat(backend.asked).hasSize(asked);
        happen(3);
        within(SOON, () -> received.equals(List.of(11L, 12L, 13L)));
        assertThat(backend.asked.size() - asked).isLessThanOrEqualTo(2);
    }

    @Test
    void a_cut_between_the_sides_loses_and_repeats_nothing() {
        follow(4);
        happen(2);
        within(SOON, () -> received.size() == 8);
        for (int cut = 0; cut < 3; cut++) {
            backend.cutNews();
            head.addAndGet(1_500); // Nobody hears of these.
            backend.announce(head.get() - 700); // The next node has not come further yet.
            happen(5);
        }
        within(SOON, () -> received.size() >= head.get() - 4);
        assertThat(received)
                .isEqualTo(LongStream.rangeClosed(5, head.get()).boxed().toList());
    }

    @Test
    void a_node_that_is_behind_the_announced_position_is_asked_until_it_has_reached_it() throws InterruptedException {
        follow(10);
        known.set(11);
        happen(3);
        within(SOON, () -> received.equals(List.of(11L)));
        Thread.sleep(QUIET);
        known.set(Long.MAX_VALUE);
        within(SOON, () -> received.equals(List.of(11L, 12L, 13L)));
    }

    @Test
    void a_follower_that_comes_after_all_have_left_begins_at_its_position() {
        Subscription<LiveEvent> first = follow(10);
        happen(1);
        within(SOON, () -> received.size() == 1);
        eventRelay.remove(first);
        happen(4);
        follow(12);
        within(SOON, () -> received.equals(List.of(11L, 13L, 14L, 15L)));
        happen(1);
        within(SOON, () -> received.equals(List.of(11L, 13L, 14L, 15L, 16L)));
    }

    @Test
    void subscriptions_share_the_pages_of_old_history_and_each_gets_all_of_it_once() {
        head.set(20_000);
        List<Follower> followers = new ArrayList<>();
        for (int i = 0; i < 126; i++) {
            Follower follower = new Follower(i * 7L);
            followers.add(follower);
            follow(follower.after, new LiveStream.Selection<>(event -> true), follower);
        }
        for (int i = 0; i < 20; i++) {
            happen(30);
            LockSupport.parkNanos(1_000_000);
        }
        within(SOON, () -> followers.stream().allMatch(Follower::hasAllEvents));
        followers.forEach(Follower::mustHaveEachOnce);
        assertThat(pages(FindLiveEvents.class)).as("pages for all of them").isLessThan(60);
    }

    @Test
    void a_client_that_does_not_read_holds_up_nobody_and_goes_on_where_it_was() {
        head.set(5_000);
        Follower slow = new Follower(0);
        Follower fast = new Follower(0);
        slow.isFull = true;
        follow(0, new LiveStream.Selection<>(event -> true), slow);
        follow(0, new LiveStream.Selection<>(event -> true), fast);
        within(SOON, fast::hasAllEvents);
        happen(3);
        within(SOON, fast::hasAllEvents);
        assertThat(slow.received).isEmpty();
        slow.isFull = false;
        within(SOON, slow::hasAllEvents);
        slow.mustHaveEachOnce();
        fast.mustHaveEachOnce();
    }

    @Test
    void old_history_of_one_stream_of_the_log_is_read_from_it_alone() {
        backend.on(FindLiveEventsOfStream.class, asked -> {
            assertThat(asked.stream()).isEqualTo("fan.7.4711");
            LiveEvents page = page(new FindLiveEvents(7, asked.after(), 30_000));
            return new LiveEvents(
                    page.events().stream()
                            .filter(event -> event.position() == 4_711)
                            .toList(),
                    page.next(),
                    page.more());
        });
        head.set(20_000);
        var selection = LiveStream.Selection.<LiveEvent>of(new FanId(7, 4_711), event -> event.fanId() == 4_711);
        List<Follower> followers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Follower follower = new Follower(0);
            followers.add(follower);
            follow(0, selection, follower);
        }
        within(SOON, () -> followers.stream().allMatch(follower -> follower.received.equals(List.of(4_711L))));
        assertThat(pages(FindLiveEventsOfStream.class)).isLessThan(10);
        assertThat(pages(FindLiveEvents.class)).isZero();
    }

    private long pages(Class<?> query) {
        return backend.asked.stream().filter(query::isInstance).count();
    }

    /** A client that gets positions. */
    private final class Follower implements FrameSink {

        final long after;
        final List<Long> received = Collections.synchronizedList(new ArrayList<>());
        volatile boolean isFull;

        Follower(long after) {
            this.after = after;
        }

        @Override
        public void send(String frame) {
            int from = frame.indexOf(POSITION) + POSITION.length();
            received.add(Long.parseLong(frame, from, frame.indexOf(',', from), 10));
        }

        @Override
        public boolean isFull() {
            return isFull;
        }

        boolean hasAllEvents() {
            return received.size() >= head.get() - after;
        }

        void mustHaveEachOnce() {
            assertThat(received)
                    .isEqualTo(LongStream.rangeClosed(after + 1, head.get())
                            .boxed()
                            .toList());
        }
    }

    private Subscription<LiveEvent> follow(long after) {
        return follow(after, new LiveStream.Selection<>(event -> true), frameSink);
    }

    private Subscription<LiveEvent> follow(long after, LiveStream.Selection<LiveEvent> selection, FrameSink frameSink) {
        var subscription =
                new Subscription<>(new EventsStream(), "events", Set.of(), true, selection, after, frameSink);
        backend.announce(head.get());
        eventRelay.add(subscription);
        return subscription;
    }

    private void happen(int events) {
        backend.announce(head.addAndGet(events));
    }

    private LiveEvents page(FindLiveEvents query) {
        long end = Math.min(known.get(), head.get());
        long after = query.after() == null ? end : query.after();
        long last = Math.clamp(end, after, after + query.limit());
        List<LiveEvent> events = new ArrayList<>();
        for (long position = after + 1; position <= last; position++) {
            events.add(new LiveEvent(
                    position,
                    "fan_registered",
                    Instant.EPOCH,
                    "fan.7." + position,
                    position,
                    "RegisterFan",
                    "key",
                    null,
                    JsonMapper.shared().createObjectNode()));
        }
        return new LiveEvents(events, last, last < end);
    }

    private static void within(Duration patience, BooleanSupplier happens) {
        long end = System.nanoTime() + patience.toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
