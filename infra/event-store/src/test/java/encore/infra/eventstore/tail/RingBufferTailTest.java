package encore.infra.eventstore.tail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import encore.infra.eventstore.EventHeader;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingBufferTailTest {

    private static final int SIZE = 16;

    private EventLog log;
    private SqliteKeyStore keys;
    private EventCodec codec;
    private RingBufferTail tail;

    @BeforeEach
    void open(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        keys = SqliteKeyStore.open(directory);
        codec = new EventCodec(EventCatalogue.load(), keys);
        tail = new RingBufferTail(log, codec, SIZE);
    }

    @AfterEach
    void close() throws Exception {
        tail.close();
        keys.close();
        log.close();
    }

    @Test
    void an_undecodable_event_is_marked_for_readers_of_its_type_and_the_rest_is_read() {
        append(0);
        byte[] empty = "{}".getBytes(UTF_8);
        byte[] id = new byte[16];
        log.append(new NewCommit(
                        id,
                        List.of(
                                new NewEvent("ledger.7.1.p", 0, "points_awarded", "99", empty, empty),
                                new NewEvent("odd.7.1", 0, "what_nobody_knows", "1", empty, empty),
                                new NewEvent("odd.7.2", 0, "points_awarded", "1", empty, new byte[] {1, 2})),
                        null,
                        List.of(),
                        List.of(),
                        List.of()))
                .join();
        append(1);
        for (EventTail each : List.of(tail, new RingBufferTail(log, codec, 1))) {
            assertThat(each.read(1, 3))
                    .extracting(recordedEvent -> ((UndecodablePlaceholder) recordedEvent.event()).type())
                    .containsExactly("points_awarded", "what_nobody_knows", "points_awarded");
            assertThat(each.read(0, 9, EventSelection.complete(Set.of(PointsAwarded.class)))
                            .events())
                    .extracting(RecordedEvent::position)
                    .contains(2L, 4L)
                    .doesNotContain(3L);
            assertThat(each.read(4, 9))
                    .noneMatch(recordedEvent -> recordedEvent.event() instanceof UndecodablePlaceholder);
        }
    }

    @Test
    void headers_of_all_events_are_read_also_of_those_that_cannot_be_decoded() throws Exception {
        append(0);
        appendUndecodable("odd.70.1");
        append(1);
        for (RingBufferTail each : List.of(tail, new RingBufferTail(log, codec, 1))) {
            try (var reader = each.openReader(EventSelection.allHeaders())) {
                EventPage<RecordedEvent> page = reader.read(0, 10);
                assertThat(page.end()).isEqualTo(3);
                assertThat(page.events())
                        .allMatch(one -> one.event() instanceof EventHeader)
                        .extracting(RecordedEvent::position, RecordedEvent::account)
                        .containsExactly(tuple(1L, "7"), tuple(2L, "70"), tuple(3L, "7"));
                assertThat(reader.read(3, 10)).isEqualTo(new EventPage<>(List.of(), 3));
            }
        }
    }

    @Test
    void an_accounts_events_are_read_without_decoding_the_others() {
        FanId fan = new FanId(70, 42);
        keys.create(fan.toString());
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            byte[] commit = UuidV7.nextBytes();
            var registered = new FanRegistered(fan, Profile.reachableBy("ada@example.com", null), Consent.EMPTY);
            append(commit, codec.encode(registered, fan.toString(), i, commit, 0, metadata()));
            if (i % 10 == 0) {
                own.add(append(i));
            }
        }
        // Each attempt to decode an event of the other account reads its fan's key.
        AtomicInteger keysRead = new AtomicInteger();
        var watched = new EventCodec(EventCatalogue.load(), afterFinding(keysRead::incrementAndGet));
        for (RingBufferTail each : List.of(tail, new RingBufferTail(log, watched, 1))) {
            EventPage<RecordedEvent> page = each.readAccount("7", 0, 1_000);
            assertThat(page.events()).extracting(RecordedEvent::position).isEqualTo(own);
            assertThat(page.end()).isEqualTo(44);
            assertThat(each.readAt(own)).isEqualTo(page.events());
            assertThat(each.readAccount("0", 0, 1_000)).isEqualTo(new EventPage<>(List.of(), 44));
        }
        assertThat(keysRead).hasValue(0);
    }

    @Test
    void a_stream_is_read_from_any_position_on() {
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            append(i);
            byte[] commit = UuidV7.nextBytes();
            var event = new PointTypeCreated(new PointTypeId(7, "discs"), "Points");
            own.add(append(commit, codec.encode(event, "odd.7.discs", i, commit, 0, metadata())));
        }
        for (long after = 0; after <= 101; after++) {
            long from = after;
            assertThat(tail.readStream("odd.7.discs", after, 9))
                    .extracting(RecordedEvent::position)
                    .isEqualTo(own.stream().filter(one -> one > from).limit(9).toList());
        }
        assertThat(tail.readStream("odd.7.other", 0, 9)).isEmpty();
    }

    private void appendUndecodable(String stream) {
        byte[] empty = "{}".getBytes(UTF_8);
        append(UuidV7.nextBytes(), new NewEvent(stream, 0, "what_nobody_knows", "1", empty, empty));
    }

    @Test
    void followers_anywhere_read_the_same_events_in_order_while_others_append() {
        Thread writer = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 300; i++) {
                append(i);
            }
        });
        List<RecordedEvent> near = new ArrayList<>();
        while (near.size() < 300) {
            near.addAll(tail.read(near.size(), 7));
        }
        assertThat(near)
                .extracting(RecordedEvent::position)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 300).boxed().toList());
        List<RecordedEvent> far = new ArrayList<>();
        while (far.size() < 300) {
            far.addAll(tail.read(far.size(), 1_000));
        }
        assertThat(far).isEqualTo(near);
        assertThat(tail.read(300, 10)).isEmpty();
        assertThat(writer).isNotNull();
    }

    @Test
    void events_of_other_types_are_passed_over_in_memory_and_in_the_log() {
        for (int i = 0; i < 40; i++) {
            append(i);
        }
        Set<Class<?>> others = Set.of(PointsAwarded.class);
        Set<Class<?>> own = Set.of(PointTypeCreated.class);
        for (long after : List.of(0L, 35L)) {
            assertThat(tail.read(after, 4, EventSelection.complete(others)))
                    .isEqualTo(new EventPage<>(List.of(), after + 4));
            assertThat(tail.read(after, 4, EventSelection.complete(own)))
                    .isEqualTo(new EventPage<>(tail.read(after, 4), after + 4));
        }
        assertThat(tail.read(40, 4, EventSelection.complete(own))).isEqualTo(new EventPage<>(List.of(), 40));
    }

    @Test
    void a_reader_of_other_types_passes_over_more_than_the_ring_holds_without_the_log() throws Exception {
        Semaphore news = new Semaphore(0);
        tail.onAppended(Set.of(PointTypeCreated.class), news::release);
        for (int i = 0; i < 3 * SIZE; i++) {
            append(i);
        }
        assertThat(news.tryAcquire(3 * SIZE, 5, TimeUnit.SECONDS)).isTrue();
        log.close();
        try (var tailReader = tail.openReader(EventSelection.complete(Set.of(PointsAwarded.class)))) {
            assertThat(tailReader.read(0, 5)).isEqualTo(new EventPage<>(List.of(), 5));
            assertThat(tailReader.read(5, 1_000)).isEqualTo(new EventPage<>(List.of(), 3 * SIZE));
        }
    }

    @Test
    void single_events_are_read_from_memory_and_from_the_log() {
        for (int i = 0; i < 40; i++) {
            append(i);
        }
        List<Long> scattered = List.of(1L, 9L, 10L, 39L, 40L);
        Set<Class<?>> own = Set.of(PointTypeCreated.class);
        assertThat(tail.readAt(scattered, own))
                .isEqualTo(scattered.stream()
                        .map(position -> tail.read(position - 1, 1).getFirst())
                        .toList());
        assertThat(tail.readAt(scattered, Set.of(PointsAwarded.class))).isEmpty();
    }

    @Test
    void the_ring_lets_go_of_the_oldest_when_events_are_large() throws Exception {
        try (RingBufferTail small = new RingBufferTail(log, codec, SIZE, 4_000, SIZE, Duration.ZERO)) {
            Semaphore news = new Semaphore(0);
            small.onAppended(Set.of(PointTypeCreated.class), news::release);
            for (int i = 0; i < 2 * SIZE; i++) {
                append(i);
                assertThat(news.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
            }
            int last = 2 * SIZE;
            assertThat(held(small, last)).isTrue();
            assertThat(held(small, last - SIZE + 1)).isFalse();
            assertThat(small.read(0, 100)).hasSize(last);
        }
    }

    @Test
    void the_ring_lets_go_of_what_is_past_but_for_some() throws Exception {
        try (RingBufferTail young = new RingBufferTail(log, codec, SIZE, 1 << 20, 3, Duration.ofMillis(20))) {
            Semaphore news = new Semaphore(0);
            young.onAppended(Set.of(PointTypeCreated.class), news::release);
            for (int i = 0; i < 8; i++) {
                append(i);
            }
            assertThat(news.tryAcquire(8, 5, TimeUnit.SECONDS)).isTrue();
            Thread.sleep(50);
            append(8);
            assertThat(news.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
            assertThat(held(young, 9)).isTrue();
            assertThat(held(young, 7)).isTrue();
            assertThat(held(young, 6)).isFalse();
            assertThat(young.read(0, 100)).hasSize(9);
        }
    }

    /** Returns whether the event is in memory: only such an event is decoded once for two reads. */
    private static boolean held(RingBufferTail tail, long position) {
        return tail.read(position - 1, 1).getFirst()
                == tail.read(position - 1, 1).getFirst();
    }

    @Test
    void a_durable_event_can_be_read_at_once() {
        for (int i = 0; i < 50; i++) {
            long position = append(i);
            assertThat(tail.read(position - 1, 1)).hasSize(1);
            assertThat(tail.head()).isGreaterThanOrEqualTo(position);
        }
    }

    @Test
    void a_follower_reads_events_in_the_log_that_nobody_announced() throws Exception {
        Semaphore silence = new Semaphore(1);
        Semaphore news = new Semaphore(0);
        Set<Class<?>> types = Set.of(PointTypeCreated.class);
        try (var silent = log.onAppended(events -> silence.acquireUninterruptibly());
                var late = new RingBufferTail(log, codec, SIZE);
                var received = late.onAppended(types, news::release);
                var tailReader = late.openReader(EventSelection.complete(types))) {
            append(1);
            assertThat(news.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
            append(2);
            assertThat(tailReader.read(1, 10).events()).hasSize(1);
            assertThat(news.availablePermits()).isZero();
            silence.release();
        }
    }

    @Test
    void recent_events_are_decoded_once_for_all() throws InterruptedException {
        Semaphore news = new Semaphore(0);
        tail.onAppended(Set.of(PointTypeCreated.class), news::release);
        append(1);
        assertThat(news.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        assertThat(tail.read(0, 1).getFirst()).isSameAs(tail.read(0, 1).getFirst());
    }

    @Test
    void a_follower_is_woken_by_its_own_types_at_once_and_by_others_within_a_second_or_so() throws Exception {
        Semaphore own = new Semaphore(0);
        Semaphore other = new Semaphore(0);
        tail.onAppended(Set.of(PointTypeCreated.class), own::release);
        AutoCloseable following = tail.onAppended(Set.of(PointsAwarded.class), other::release);
        append(1);
        assertThat(own.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        assertThat(other.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        following.close();
        append(2);
        assertThat(own.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        assertThat(other.tryAcquire(2, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void personal_values_are_null_for_a_reader_that_does_not_use_them() {
        FanId fan = new FanId(7, 42);
        keys.create(fan.toString());
        byte[] commit = UuidV7.nextBytes();
        var registered = new FanRegistered(fan, Profile.reachableBy("ada@example.com", null), Consent.EMPTY);
        append(commit, codec.encode(registered, fan.toString(), 0, commit, 0, metadata()));
        var impersonal = new EventSelection(Set.of(), Set.of(FanRegistered.class));
        for (EventTail each : List.of(tail, new RingBufferTail(log, codec, 1))) {
            assertThat(each.read(0, 1).getFirst().event()).isEqualTo(registered);
            assertThat(each.read(0, 1, impersonal).events().getFirst().event())
                    .isEqualTo(new FanRegistered(fan, Profile.EMPTY, Consent.EMPTY));
            assertThat(each.read(0, 1).getFirst().event()).isEqualTo(registered);
        }
    }

    @Test
    void a_forgotten_subject_is_not_kept_in_memory() throws InterruptedException {
        FanId fan = new FanId(7, 42);
        keys.create(fan.toString());
        Semaphore news = new Semaphore(0);
        tail.onAppended(Set.of(FanRegistered.class), news::release);
        byte[] commit = UuidV7.nextBytes();
        var registered = new FanRegistered(fan, Profile.reachableBy("ada@example.com", null), Consent.EMPTY);
        append(commit, codec.encode(registered, fan.toString(), 0, commit, 0, metadata()));
        assertThat(news.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
        assertThat(tail.read(0, 1).getFirst().event()).isEqualTo(registered);
        keys.destroy(fan.toString());
        tail.forget(Set.of(fan.toString()));
        assertThat(((FanRegistered) tail.read(0, 1).getFirst().event())
                        .profile()
                        .email())
                .isNull();
    }

    @Test
    void a_subject_that_is_forgotten_while_its_event_is_decoded_is_not_kept_in_memory() throws Exception {
        FanId fan = new FanId(7, 42);
        keys.create(fan.toString());
        byte[] commit = UuidV7.nextBytes();
        var registered = new FanRegistered(fan, Profile.reachableBy("ada@example.com", null), Consent.EMPTY);
        NewEvent event = codec.encode(registered, fan.toString(), 0, commit, 0, metadata());
        Set<String> gone = Set.of(fan.toString());
        Semaphore news = new Semaphore(0);
        AtomicReference<RingBufferTail> decoding = new AtomicReference<>();
        KeyStore erasing = afterFinding(() -> {
            keys.destroy(fan.toString());
            decoding.get().forget(gone);
        });
        try (var late = new RingBufferTail(log, new EventCodec(EventCatalogue.load(), erasing), SIZE);
                var received = late.onAppended(Set.of(FanRegistered.class), news::release)) {
            decoding.set(late);
            append(commit, event);
            assertThat(news.tryAcquire(5, TimeUnit.SECONDS)).isTrue();
            assertThat(late.read(0, 1).getFirst().event()).isEqualTo(registered);
            assertThat(late.read(0, 1).getFirst().event())
                    .isEqualTo(new FanRegistered(fan, Profile.EMPTY, Consent.EMPTY));
        }
    }

    /** The store of keys, in which something happens between a key's being read and its being used. */
    private KeyStore afterFinding(Runnable happens) {
        InvocationHandler finding = (proxy, method, arguments) -> {
            Object found = method.invoke(keys, arguments);
            if (method.getName().equals("findAll")) {
                happens.run();
            }
            return found;
        };
        return (KeyStore)
                Proxy.newProxyInstance(KeyStore.class.getClassLoader(), new Class<?>[] {KeyStore.class}, finding);
    }

    private long append(int number) {
        PointTypeId type = new PointTypeId(7, "p" + number);
        byte[] commit = UuidV7.nextBytes();
        return append(
                commit, codec.encode(new PointTypeCreated(type, "Points"), type.toString(), 0, commit, 0, metadata()));
    }

    private long append(byte[] commit, NewEvent event) {
        return log.append(new NewCommit(commit, List.of(event), null, List.of(), List.of(), List.of()))
                .join()
                .last();
    }

    private static EventMetadata metadata() {
        return EventMetadata.of(7, "test", "Test", "r");
    }
}
