package encore.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofMillis(400);

    private final AtomicLong head = new AtomicLong(10);
    /** How far the node that is asked has come. */
    private final AtomicLong known = new AtomicLong(Long.MAX_VALUE);

    private final FakeBackend backend = new FakeBackend().on(FindLiveEvents.class, this::page);
    private final Scheduler thread = Schedulers.newSingle("test");
    private final EventRelay eventRelay = new EventRelay(backend, 7, thread);
    private final List<Long> told = new CopyOnWriteArrayList<>();
    private final FrameSink frameSink = new FrameSink() {
        @Override
        public void send(String frame) {
            told.add(JsonMapper.shared().readTree(frame).get("position").asLong());
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
        within(SOON, () -> told.equals(List.of(11L, 12L, 13L)));
        assertThat(backend.asked.size() - asked).isLessThanOrEqualTo(2);
    }

    @Test
    void a_cut_between_the_sides_loses_and_repeats_nothing() {
        follow(4);
        happen(2);
        within(SOON, () -> told.size() == 8);
        for (int cut = 0; cut < 3; cut++) {
            backend.cutNews();
            head.addAndGet(1_500); // Nobody is told of these.
            backend.tellNews(head.get() - 700); // The next node has not come further yet.
            happen(5);
        }
        within(SOON, () -> told.size() >= head.get() - 4);
        assertThat(told).isEqualTo(LongStream.rangeClosed(5, head.get()).boxed().toList());
    }

    @Test
    void a_node_that_has_not_come_as_far_as_was_told_is_asked_until_it_has() throws InterruptedException {
        follow(10);
        known.set(11);
        happen(3);
        within(SOON, () -> told.equals(List.of(11L)));
        Thread.sleep(QUIET);
        known.set(Long.MAX_VALUE);
        within(SOON, () -> told.equals(List.of(11L, 12L, 13L)));
    }

    @Test
    void who_comes_after_all_have_left_begins_where_it_says() {
        Subscription<LiveEvent> first = follow(10);
        happen(1);
        within(SOON, () -> told.size() == 1);
        eventRelay.remove(first);
        happen(4);
        follow(12);
        within(SOON, () -> told.equals(List.of(11L, 13L, 14L, 15L)));
        happen(1);
        within(SOON, () -> told.equals(List.of(11L, 13L, 14L, 15L, 16L)));
    }

    private Subscription<LiveEvent> follow(long after) {
        var subscription = new Subscription<>(new EventsStream(), "events", Set.of(), event -> true, after, frameSink);
        backend.tellNews(head.get());
        eventRelay.add(subscription);
        return subscription;
    }

    private void happen(int events) {
        backend.tellNews(head.addAndGet(events));
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
