package encore.infra.eventstore.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.adapter.CpuLoad;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.tail.ReaderGroup.Reader;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log of 12,000 events, every third of them of a fan. */
class SharedLogReaderTest {

    private static final int EVENTS = 12_000;
    private static final String FANS = "fan_registered";
    private static final String TYPES = "point_type_created";

    /** Three pages or so. */
    private static final long LITTLE = 1_500_000;

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofMinutes(1);

    private static final CpuLoad IDLE = new CpuLoad(() -> 0, 2);
    private static final CpuLoad BUSY = new CpuLoad(() -> 3 * System.nanoTime(), 2);

    private final ConcurrentLinkedQueue<Long> reads = new ConcurrentLinkedQueue<>();
    private volatile boolean fails;
    private SqliteEventLog log;
    private SqliteKeyStore keys;
    private EventCodec codec;
    private SharedLogReader sharedLogReader;

    @BeforeEach
    void open(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        keys = SqliteKeyStore.open(directory);
        codec = new EventCodec(EventCatalogue.load(), keys);
        keys.create(fan(1).toString());
        for (int from = 1; from <= EVENTS; from += 500) {
            byte[] commit = UuidV7.nextBytes();
            List<NewEvent> events = new ArrayList<>();
            for (int i = from; i < from + 500; i++) {
                Event event = i % 3 == 0
                        ? new FanRegistered(fan(i), Profile.EMPTY, Consent.EMPTY)
                        : i == 1
                                ? new FanRegistered(fan(1), Profile.reachableBy("ada@example.com", null), Consent.EMPTY)
                                : new PointTypeCreated(new PointTypeId(7, "p" + i), "Points");
                events.add(codec.encode(event, "stream.7." + i, 0, commit, i - from, metadata()));
            }
            log.append(new NewCommit(commit, events, null, List.of(), List.of(), List.of()))
                    .join();
        }
        sharedLogReader = new SharedLogReader(counted(), codec, LITTLE, SHORT, LONG, IDLE);
    }

    @AfterEach
    void close() {
        sharedLogReader.close();
        keys.close();
        log.close();
    }

    @Test
    void events_that_one_reader_has_read_are_decoded_for_the_other() {
        Reader one = reader(FANS, TYPES);
        Reader two = reader(TYPES);
        EventPage<RecordedEvent> first = read(one, 0, 1_000);
        read(one, 1_000, 1_000);
        EventPage<RecordedEvent> second = read(two, 0, 1_000);
        assertThat(first.events()).hasSize(1_000);
        assertThat(second.events())
                .hasSizeGreaterThan(600)
                .allMatch(event -> first.events().stream().anyMatch(same -> same == event));
        read(two, 1_000, 1_000);
        assertThat(reads.stream().filter(after -> after < 2_000)).containsExactlyInAnyOrder(0L, 1_000L);
        assertThat(read(two, 1_500, 10)).isEqualTo(new EventPage<>(own(TYPES, 1_500, 1_510), 1_510));
        assertThat(read(two, 1_995, 10).end()).as("no further than the page").isEqualTo(2_000);
    }

    @Test
    void events_of_a_page_that_only_the_other_reader_wants_are_read_when_it_comes() {
        Reader fans = reader(FANS);
        assertThat(read(fans, 0, 1_000).events()).isEqualTo(own(FANS, 0, 1_000));
        assertThat(read(reader(TYPES), 0, 1_000).events()).isEqualTo(own(TYPES, 0, 1_000));
        assertThat(read(fans, 500, 200).events()).isEqualTo(own(FANS, 500, 700));
    }

    @Test
    void where_the_log_ends_everyone_reads_by_itself() {
        byte[] commit = UuidV7.nextBytes();
        Event event = new PointTypeCreated(new PointTypeId(7, "last"), "Points");
        log.append(new NewCommit(
                        commit,
                        List.of(codec.encode(event, "last.7.1", 0, commit, 0, metadata())),
                        null,
                        List.of(),
                        List.of(),
                        List.of()))
                .join();
        assertThat(sharedLogReader.read(reader(TYPES), EVENTS, 1_000)).isNull();
    }

    @Test
    void a_reader_that_stands_still_delays_nobody_and_finds_its_events_later() throws Exception {
        Reader still = reader(TYPES);
        EventPage<RecordedEvent> begun = read(still, 0, 1_000);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<RecordedEvent>>> others = List.of(
                    threads.submit(() -> all(reader(FANS, TYPES), 0, new Random(1))),
                    threads.submit(() -> all(reader(FANS), 0, new Random(2))));
            assertThat(others.get(0).get()).hasSize(EVENTS);
            assertThat(others.get(1).get()).isEqualTo(own(FANS, 0, EVENTS));
        }
        List<RecordedEvent> rest = new ArrayList<>(begun.events());
        rest.addAll(all(still, 1_000, new Random(3)));
        assertThat(rest).isEqualTo(own(TYPES, 0, EVENTS));
    }

    @Test
    void a_much_slower_reader_delays_the_others_for_a_bounded_time() throws Exception {
        sharedLogReader.close();
        sharedLogReader = new SharedLogReader(counted(), codec, LITTLE, LONG, SHORT, IDLE);
        Reader slow = reader(TYPES);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<RecordedEvent>> slowly = threads.submit(() -> slowly(slow));
            Thread.sleep(20);
            assertThat(all(reader(FANS, TYPES), 0, new Random(1))).hasSize(EVENTS);
            assertThat(slow.page).isLessThan(10);
            assertThat(slowly.isDone()).isFalse();
            assertThat(slowly.get()).isEqualTo(own(TYPES, 0, EVENTS));
        }
    }

    @Test
    void a_much_slower_reader_is_waited_for_while_the_cores_are_busy() throws Exception {
        sharedLogReader.close();
        sharedLogReader = new SharedLogReader(counted(), codec, LITTLE, LONG, SHORT, BUSY);
        Reader slow = reader(FANS, TYPES);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<RecordedEvent>> slowly = threads.submit(() -> slowly(slow));
            Thread.sleep(20);
            assertThat(all(reader(FANS, TYPES), 0, new Random(1))).hasSize(EVENTS);
            assertThat(slow.page).as("as near as the pages that are held").isGreaterThan(4);
            assertThat(slowly.get()).isEqualTo(own(null, 0, EVENTS));
        }
        assertThat(reads).as("each page was read once").doesNotHaveDuplicates();
    }

    @Test
    void everyone_reads_exactly_its_events_wherever_it_begins_and_whoever_fails() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<RecordedEvent>>> each = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Random random = new Random(i);
                Reader reader = i % 3 == 0 ? reader(FANS, TYPES) : i % 3 == 1 ? reader(FANS) : reader(TYPES);
                long from = i % 4 == 0 ? random.nextInt(EVENTS) : 0;
                each.add(threads.submit(() -> all(reader, from, random)));
            }
            for (int i = 0; i < 20; i++) {
                fails = i % 2 == 0;
                sharedLogReader.clear();
                Thread.sleep(5);
            }
            fails = false;
            for (int i = 0; i < 12; i++) {
                long from = i % 4 == 0 ? new Random(i).nextInt(EVENTS) : 0;
                List<RecordedEvent> found = each.get(i).get();
                assertThat(found)
                        .as("reader " + i)
                        .isEqualTo(i % 3 == 0 ? own(null, from, EVENTS) : own(i % 3 == 1 ? FANS : TYPES, from, EVENTS));
            }
        }
    }

    @Test
    void a_reading_that_failed_is_reported_to_the_caller_and_tried_again() {
        Reader reader = reader(TYPES);
        fails = true;
        assertThatThrownBy(() -> read(reader, 0, 1_000)).hasMessage("The log cannot be read");
        fails = false;
        assertThat(read(reader, 0, 1_000).events()).isEqualTo(own(TYPES, 0, 1_000));
    }

    @Test
    void decoded_values_of_an_erased_subject_are_not_kept() {
        EventPage<RecordedEvent> before = read(reader(FANS), 0, 1_000);
        assertThat(email(before)).isEqualTo("ada@example.com");
        keys.destroy(fan(1).toString());
        sharedLogReader.clear();
        assertThat(email(read(reader(FANS), 0, 1_000))).isNull();
    }

    private static String email(EventPage<RecordedEvent> read) {
        return ((FanRegistered) read.events().getFirst().event()).profile().email();
    }

    private static FanId fan(long number) {
        return new FanId(7, number);
    }

    private static Reader reader(String... types) {
        return new Reader(Set.of(types), Set.of());
    }

    private EventPage<RecordedEvent> read(Reader reader, long after, int limit) {
        EventPage<RecordedEvent> shared = sharedLogReader.read(reader, after, limit);
        if (shared != null) {
            return shared;
        }
        return new EventPage<>(
                log.read(after, limit, reader.wanted).events().stream()
                        .map(event -> codec.decodeOrMark(event, true))
                        .toList(),
                after + limit);
    }

    private List<RecordedEvent> slowly(Reader reader) throws InterruptedException {
        List<RecordedEvent> found = new ArrayList<>();
        for (long after = 0; after < EVENTS; after += 1_000) {
            found.addAll(read(reader, after, 1_000).events());
            Thread.sleep(200);
        }
        return found;
    }

    private List<RecordedEvent> all(Reader reader, long from, Random random) {
        List<RecordedEvent> found = new ArrayList<>();
        long after = from;
        while (after < EVENTS) {
            try {
                EventPage<RecordedEvent> read =
                        read(reader, after, (int) Math.min(EVENTS - after, 1 + random.nextInt(1_000)));
                found.addAll(read.events());
                after = read.end();
            } catch (IllegalStateException e) {
                Thread.yield();
            }
        }
        sharedLogReader.leave(reader);
        return found;
    }

    private List<RecordedEvent> own(String type, long after, long upTo) {
        List<RecordedEvent> own = new ArrayList<>();
        for (long at = after; at < upTo; at += 1_000) {
            log.read(at, (int) Math.min(1_000, upTo - at)).stream()
                    .filter(event -> type == null || event.type().equals(type))
                    .forEach(event -> own.add(codec.decodeOrMark(event, true)));
        }
        return own;
    }

    /** The log, with where readings of types began. */
    private EventLog counted() {
        return (EventLog) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {EventLog.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("read") && arguments.length == 3) {
                        reads.add((Long) arguments[0]);
                        if (fails) {
                            throw new IllegalStateException("The log cannot be read");
                        }
                    }
                    try {
                        return method.invoke(log, arguments);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    private static EventMetadata metadata() {
        return EventMetadata.of(7, "test", "Test", "r");
    }
}
