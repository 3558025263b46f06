package encore.infra.eventstore.axon;

import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.kernel.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys the keys of erased subjects, and with them everything that is encrypted under them. It follows the log for
 * ending events that name a subject. Views drop their own data when they reach the event. The position up to which keys
 * are destroyed is stored in the key store, after each erasure and now and then. A restart continues from there, so
 * nothing is lost between the log and the keys.
 */
public final class LogErasures implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogErasures.class);
    private static final int PAGE = 1_000;
    private static final Duration WRITTEN_EVERY = Duration.ofSeconds(10);
    private static final Duration TRIED_EVERY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final long writtenEvery;
    private final Duration patience;
    private final EventLog log;
    private final KeyStore keys;
    private final EventCodec codec;
    private final AggregateCache cache;
    private final RingTail tail;
    private final Set<String> endings;
    private final Queue<StoredEvent> heard = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Thread follower =
            Thread.ofPlatform().name("erasures").daemon().unstarted(this::follow);
    private AutoCloseable listening = () -> {};
    private final List<String> unended = new ArrayList<>();
    private volatile long heardTo;
    private volatile long doneTo;
    private volatile boolean closed;
    private boolean inTrouble;
    private long writtenTo;
    private long writtenAt = System.nanoTime();

    public LogErasures(EventLog log, KeyStore keys, EventCodec codec, AggregateCache cache, RingTail tail) {
        this(log, keys, codec, cache, tail, WRITTEN_EVERY, PATIENCE);
    }

    LogErasures(
            EventLog log,
            KeyStore keys,
            EventCodec codec,
            AggregateCache cache,
            RingTail tail,
            Duration writtenEvery,
            Duration patience) {
        this.writtenEvery = writtenEvery.toNanos();
        this.patience = patience;
        this.log = log;
        this.keys = keys;
        this.codec = codec;
        this.cache = cache;
        this.tail = tail;
        this.endings = codec.catalogue().endings();
    }

    /**
     * Erases everything that the log asks for and the key store has not done yet, then starts to follow the log. Call
     * it before anything else serves requests.
     */
    public void start() {
        listening = log.onAppended(this::appended);
        long swept = keys.sweptTo();
        // After a restored backup, or when the log lost its end, it is not known which erasures were done. The whole
        // log is read again.
        boolean anew = swept == 0 || swept > log.head();
        writtenTo = anew ? 0 : swept;
        doneTo = writtenTo;
        List<StoredEvent> page;
        do {
            page = log.read(doneTo, PAGE);
            carryOut(page.stream()
                    .filter(event -> endings.contains(event.type()))
                    .toList());
            doneTo = page.isEmpty() ? doneTo : page.getLast().position();
        } while (page.size() == PAGE);
        write();
        if (anew) {
            findUnended();
        }
        follower.start();
    }

    /**
     * Finds subjects whose key is destroyed but whose stream has not ended in the log. They were erased after the
     * backup that the log comes from.
     */
    private void findUnended() {
        List<String> page;
        String after = "";
        do {
            page = keys.destroyed(after, PAGE);
            for (String subject : page) {
                StreamHead head = log.streamHead(subject);
                if (head != null && !endings.contains(head.type())) {
                    unended.add(subject);
                }
                after = subject;
            }
        } while (page.size() == PAGE);
    }

    /**
     * Returns the subjects that must be erased again, because the log was restored from a backup that is older than
     * their erasure.
     */
    public List<String> unended() {
        return List.copyOf(unended);
    }

    /** Runs on the log's thread, so it only queues the endings. */
    private void appended(List<StoredEvent> events) {
        boolean ending = false;
        for (StoredEvent event : events) {
            if (endings.contains(event.type())) {
                ending = heard.add(event);
            }
            heardTo = event.position();
        }
        if (ending) {
            signal();
        }
    }

    private void follow() {
        while (!closed) {
            try {
                long upTo = heardTo;
                List<StoredEvent> ended = List.copyOf(heard);
                carryOut(ended);
                ended.forEach(done -> heard.remove());
                // An ending may not be the last event of its commit, and its command waits for the last one.
                done(upTo);
                if (System.nanoTime() - writtenAt > writtenEvery) {
                    write();
                }
                inTrouble = false;
                waitFor(() -> closed || !heard.isEmpty(), TRIED_EVERY);
            } catch (RuntimeException e) {
                tell(e);
                waitFor(() -> closed, TRIED_EVERY);
            }
        }
    }

    /** Logs a failure once until it is over, and only when an erasure waits. Storing the position can wait. */
    private void tell(RuntimeException failure) {
        if (!heard.isEmpty() && !inTrouble) {
            inTrouble = true;
            LOG.error("The keys of erased subjects could not be destroyed yet; trying again: {}", failure.toString());
        }
    }

    /** Erases all subjects of these endings together, so that they share one sync to disk. */
    private void carryOut(List<StoredEvent> ended) {
        if (ended.isEmpty()) {
            return;
        }
        Set<String> subjects = new HashSet<>();
        for (StoredEvent event : ended) {
            String subject = subject(event);
            if (subject != null) {
                subjects.add(subject);
            }
        }
        if (!subjects.isEmpty()) {
            keys.destroy(subjects);
            cache.forget(subjects, stream -> subjects.stream().anyMatch(subject -> belongsTo(subject, stream)));
            tail.forget(subjects);
        }
        done(ended.getLast().position());
        if (!subjects.isEmpty()) {
            log.deleteSnapshotsOf(subjects);
            subjects.forEach(log::deleteSnapshot);
            write();
        }
    }

    /**
     * Returns the subject of an ending, or null. If the ending cannot be decoded, the subject is its own stream,
     * provided that this has a key.
     */
    private @Nullable String subject(StoredEvent ending) {
        Event event = codec.decodeOrMark(ending, false).event();
        if (event instanceof Undecodable) {
            return keys.find(ending.stream()) == null ? null : ending.stream();
        }
        return Objects.toString(event.subject(), null);
    }

    /**
     * Returns whether a stream is the subject's own or a stream of another kind whose name continues with the subject's
     * account and number.
     */
    private static boolean belongsTo(String subject, String stream) {
        String rest = subject.substring(subject.indexOf('.'));
        int dot = stream.indexOf('.');
        if (dot < 0 || !stream.startsWith(rest, dot)) {
            return false;
        }
        int end = dot + rest.length();
        return stream.length() == end || stream.charAt(end) == '.';
    }

    private void done(long position) {
        if (position > doneTo) {
            doneTo = position;
            signal();
        }
    }

    private void write() {
        if (doneTo > writtenTo) {
            keys.sweptTo(doneTo);
            writtenTo = doneTo;
        }
        writtenAt = System.nanoTime();
    }

    /**
     * Waits a limited time until the keys of all subjects erased up to a position are destroyed.
     *
     * @return whether they are destroyed; if not, it keeps trying in the background
     */
    public boolean await(long position) {
        return waitFor(() -> doneTo >= position, patience);
    }

    private boolean waitFor(BooleanSupplier condition, Duration patience) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = moved.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return condition.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    private void signal() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws Exception {
        closed = true;
        signal();
        listening.close();
        if (follower.isAlive()) {
            follower.join();
        }
    }
}
