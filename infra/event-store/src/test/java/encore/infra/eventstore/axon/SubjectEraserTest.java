package encore.infra.eventstore.axon;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.tail.RingBufferTail;
import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** How erasures go on while the store of keys comes and goes. */
class SubjectEraserTest {

    private final Lines lines = new Lines();
    private EventLog log;
    private Keys keys;
    private EventCodec codec;
    private RingBufferTail tail;
    private SubjectEraser subjectEraser;

    @BeforeEach
    void open(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        keys = new Keys(SqliteKeyStore.open(directory));
        codec = new EventCodec(EventCatalogue.load(), keys);
        tail = new RingBufferTail(log, codec, 16);
        subjectEraser = new SubjectEraser(
                log, keys, codec, new AggregateCache(100_000), tail, Duration.ZERO, Duration.ofHours(1));
        subjectEraser.start();
        lines.start();
        logger().addAppender(lines);
    }

    @AfterEach
    void close() throws Exception {
        logger().detachAppender(lines);
        keys.away = false;
        subjectEraser.close();
        tail.close();
        keys.close();
        log.close();
    }

    @Test
    void while_nobody_is_erased_a_store_of_keys_that_is_away_is_not_reported() {
        keys.away = true;
        append("point.7.p", new PointTypeCreated(new PointTypeId(7, "p"), "Points"));
        within(() -> keys.refused.get() >= 2);
        assertThat(lines.loud).isEmpty();
    }

    @Test
    void keys_that_cannot_be_destroyed_are_logged_once_and_are_destroyed_once_their_store_is_back() {
        FanId one = new FanId(7, 1);
        FanId other = new FanId(7, 2);
        keys.create(one.toString());
        keys.create(other.toString());
        keys.away = true;
        append(one.toString(), new FanErased(one));
        long last = append(other.toString(), new FanErased(other));
        within(() -> keys.refused.get() >= 3);
        assertThat(lines.loud).hasSize(1);
        assertThat(keys.find(one.toString())).isNotNull();
        keys.away = false;
        within(() -> subjectEraser.await(last));
        assertThat(keys.find(one.toString())).isNull();
        assertThat(keys.find(other.toString())).isNull();
        assertThat(keys.destroyedAtOnce).as("together").contains(2);
    }

    @Test
    void a_caller_waits_for_all_of_a_commit_with_events_after_an_ending() {
        FanId one = new FanId(7, 1);
        keys.create(one.toString());
        keys.away = true;
        byte[] id = UuidV7.nextBytes();
        PointTypeId points = new PointTypeId(7, "p");
        long last = append(
                id,
                encoded(one.toString(), new FanErased(one), id),
                encoded(points.toString(), new PointTypeCreated(points, "Points"), id));
        Thread waiting = Thread.ofPlatform().daemon().start(() -> subjectEraser.await(last));
        within(() -> waiting.getState() == Thread.State.TIMED_WAITING && keys.refused.get() >= 1);
        keys.away = false;
        within(() -> !waiting.isAlive());
        assertThat(keys.find(one.toString())).isNull();
    }

    @Test
    void a_reader_who_waits_for_an_ending_waits_until_nothing_of_the_subject_can_be_read() {
        Duration moment = Duration.ofMillis(50);
        FanId one = new FanId(7, 1);
        keys.create(one.toString());
        PointTypeId points = new PointTypeId(7, "p");
        long before = append(points.toString(), new PointTypeCreated(points, "Points"));
        keys.away = true;
        long last = append(one.toString(), new FanErased(one));
        within(() -> keys.refused.get() >= 1);
        assertThat(tail.awaitPosition(before, moment)).isTrue();
        assertThat(tail.awaitPosition(last, moment)).isFalse();
        keys.away = false;
        within(() -> tail.awaitPosition(last, moment));
        assertThat(keys.find(one.toString())).isNull();
        assertThat(tail.awaitPosition(last + 1, moment)).as("not written yet").isFalse();
    }

    private long append(String stream, Event event) {
        byte[] id = UuidV7.nextBytes();
        return append(id, encoded(stream, event, id));
    }

    private NewEvent encoded(String stream, Event event, byte[] commit) {
        var metadata = EventMetadata.of(7, "test", "Test", "r");
        return codec.encode(event, stream, 0, commit, 0, metadata);
    }

    private long append(byte[] id, NewEvent... events) {
        return log.append(new NewCommit(id, List.of(events), null, List.of(), List.of(), List.of()))
                .join()
                .last();
    }

    private static void within(BooleanSupplier happens) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(SubjectEraser.class);
    }

    /** A store of keys whose writes a test turns away. */
    private static final class Keys implements KeyStore {

        private final KeyStore keys;
        private final AtomicInteger refused = new AtomicInteger();
        private final Queue<Integer> destroyedAtOnce = new ConcurrentLinkedQueue<>();
        private volatile boolean away;

        Keys(KeyStore keys) {
            this.keys = keys;
        }

        private void mustBeThere() {
            if (away) {
                refused.incrementAndGet();
                throw new StoreUnavailable(new IllegalStateException("away"));
            }
        }

        @Override
        public byte[] create(String subject) {
            return keys.create(subject);
        }

        @Override
        public byte[] find(String subject) {
            return keys.find(subject);
        }

        @Override
        public void destroy(Collection<KeyEnd> ends) {
            mustBeThere();
            destroyedAtOnce.add(ends.size());
            keys.destroy(ends);
        }

        @Override
        public byte[] installationSecret(String name) {
            return keys.installationSecret(name);
        }

        @Override
        public long erasedUpTo() {
            return keys.erasedUpTo();
        }

        @Override
        public void erasedUpTo(long position) {
            mustBeThere();
            keys.erasedUpTo(position);
        }

        @Override
        public void close() {
            keys.close();
        }
    }

    /** Lines that are meant to be read by somebody. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final Queue<String> loud = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                loud.add(event.getFormattedMessage());
            }
        }
    }
}
