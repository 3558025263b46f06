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
 * Carries out what an erasing event says: the subject's key goes first, and with it all that is encrypted under it. What
 * views made of it they drop themselves, behind the event. Follows the log for endings that name a subject. How far it
 * came is kept in the key store, written after each erasure and now and then: a restart sweeps from there, whatever came
 * between log and keys.
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
     * Carries out what the log says and the key store has not done yet; from then on each erasure as it is appended.
     * Call it before anything serves.
     */
    public void start() {
        listening = log.onAppended(this::appended);
        long swept = keys.sweptTo();
        // Of a log that was restored, or lost its end, nobody knows what was carried out: all of it is gone through
        // again.
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

    /** Whose key is gone though the log does not end them: they were erased after the backup that the log is from. */
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

    /** Subjects that are to be erased again, since the log was restored from before their erasure. */
    public List<String> unended() {
        return List.copyOf(unended);
    }

    /** On the log's thread: it only notes what is to be done. */
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
                // An ending may not be the last event of its commit, which is what its command waits for.
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

    /** Once for each trouble, and only when somebody waits for an erasure: how far it came may be written later. */
    private void tell(RuntimeException failure) {
        if (!heard.isEmpty() && !inTrouble) {
            inTrouble = true;
            LOG.error("Keys of what was erased are not destroyed yet, which is tried again: {}", failure.toString());
        }
    }

    /** All at once: however many were erased meanwhile, they share a sync. */
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

    /** Whose key is to go, or null; an ending that cannot be decoded ends its own stream, and so whoever had a key there. */
    private @Nullable String subject(StoredEvent ending) {
        Event event = codec.decodeOrMark(ending, false).event();
        if (event instanceof Undecodable) {
            return keys.find(ending.stream()) == null ? null : ending.stream();
        }
        return Objects.toString(event.subject(), null);
    }

    /** The subject's own stream, and those that begin with its account and number under another kind. */
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
     * Waits until the key of every subject erased up to a position is destroyed for good, but not for long.
     *
     * @return whether it is; otherwise it is tried again until it is
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
