package encore.infra.eventstore.axon;

import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sidetables.ClaimsTable;
import encore.infra.eventstore.sidetables.ClaimsTable.SubjectRule;
import encore.infra.eventstore.tail.RingBufferTail;
import encore.kernel.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
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
public final class SubjectEraser implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SubjectEraser.class);
    private static final int PAGE = 1_000;
    private static final Duration SAVE_INTERVAL = Duration.ofSeconds(10);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    private final long saveInterval;
    private final Duration maxWait;
    private final EventLog log;
    private final KeyStore keys;
    private final EventCodec codec;
    private final AggregateCache cache;
    private final RingBufferTail tail;
    private final Set<String> endings;
    private final ClaimsTable table = ClaimsTable.load();
    private final Queue<StoredEvent> pendingEndings = new ConcurrentLinkedQueue<>();

    /**
     * Only for waiting: it guards no field. A field that is not volatile is set before the follower starts, or changed
     * by the follower alone.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition progress = lock.newCondition();
    private final Thread follower =
            Thread.ofPlatform().name("erasures").daemon().unstarted(this::follow);
    private AutoCloseable listening = () -> {};
    private final List<String> unfinishedSubjects = new ArrayList<>();
    private volatile long appendedUpTo;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long erasedUpTo;
    private volatile boolean closed;
    private volatile boolean isRestored;
    private boolean failing;
    private long savedPosition;
    private long savedAt = System.nanoTime();

    public SubjectEraser(EventLog log, KeyStore keys, EventCodec codec, AggregateCache cache, RingBufferTail tail) {
        this(log, keys, codec, cache, tail, SAVE_INTERVAL, MAX_WAIT);
    }

    SubjectEraser(
            EventLog log,
            KeyStore keys,
            EventCodec codec,
            AggregateCache cache,
            RingBufferTail tail,
            Duration saveInterval,
            Duration maxWait) {
        this.saveInterval = saveInterval.toNanos();
        this.maxWait = maxWait;
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
        tail.follow(this::await);
        long sweptTo = keys.erasedUpTo();
        // After a restored backup, or when the log lost its end, it is not known which erasures were done. The whole
        // log is read again.
        boolean sweepAll = sweptTo == 0 || sweptTo > log.head();
        isRestored = sweepAll;
        savedPosition = sweepAll ? 0 : sweptTo;
        erasedUpTo = savedPosition;
        List<StoredEvent> page;
        do {
            page = log.read(erasedUpTo, PAGE);
            erase(page.stream().filter(event -> endings.contains(event.type())).toList());
            erasedUpTo = page.isEmpty() ? erasedUpTo : page.getLast().position();
        } while (page.size() == PAGE);
        if (sweepAll) {
            findUnfinishedSubjects();
        }
        if (unfinishedSubjects.isEmpty()) {
            finishRestore();
        }
        follower.start();
    }

    /**
     * Finds subjects whose key is destroyed but that have not ended in the log. They were erased after the backup that
     * the log comes from.
     */
    private void findUnfinishedSubjects() {
        List<KeyEnd> page;
        String after = "";
        do {
            page = keys.endedKeys(after, PAGE);
            for (KeyEnd end : page) {
                if (isUnfinished(end)) {
                    unfinishedSubjects.add(end.subject());
                }
                after = end.subject();
            }
        } while (page.size() == PAGE);
    }

    private boolean isUnfinished(KeyEnd end) {
        String subject = end.subject();
        SubjectRule rule = table.subjectRule(subject);
        StreamHead head = log.streamHead(subject);
        boolean isKnown = head != null || rule != null && log.streamHead(rule.homeOf(subject)) != null;
        return isKnown && (head == null || !endings.contains(head.type())) && wasErased(end, rule);
    }

    /**
     * Returns whether a key ended by an erasure: of its own subject, or later of the subject that has the data since. Keys
     * of earlier builds have no reason. Then a subject with a stream of its own was erased, and any other was found.
     */
    private boolean wasErased(KeyEnd end, @Nullable SubjectRule rule) {
        if (end.successor() != null) {
            return keys.isDestroyed(end.successor());
        }
        return end.erased() || rule == null || rule.isOwnHome();
    }

    /**
     * Says that all {@link #unfinishedSubjects} are erased in the log. Until then the position is not stored, so that a
     * start after an interruption finds the rest again.
     */
    public void finishRestore() {
        isRestored = false;
        savePosition();
    }

    /**
     * Returns the subjects that must be erased again, because the log was restored from a backup that is older than
     * their erasure.
     */
    public List<String> unfinishedSubjects() {
        return List.copyOf(unfinishedSubjects);
    }

    /** Runs on the log's thread, so it only queues the endings. */
    private void appended(List<StoredEvent> events) {
        boolean ending = false;
        for (StoredEvent event : events) {
            if (endings.contains(event.type())) {
                ending = pendingEndings.add(event);
            }
            appendedUpTo = event.position();
        }
        if (ending || waiting.get() > 0) {
            signal();
        }
    }

    private void follow() {
        while (!closed) {
            try {
                long upTo = appendedUpTo;
                List<StoredEvent> ended = List.copyOf(pendingEndings);
                erase(ended);
                ended.forEach(done -> pendingEndings.remove());
                // An ending may not be the last event of its commit, and its command waits for the last one.
                advanceTo(upTo);
                if (System.nanoTime() - savedAt > saveInterval) {
                    savePosition();
                }
                failing = false;
                waitFor(() -> closed || !pendingEndings.isEmpty(), RETRY_INTERVAL);
            } catch (RuntimeException e) {
                logFailure(e);
                waitFor(() -> closed, RETRY_INTERVAL);
            }
        }
    }

    /** Logs a failure once until it is over, and only when an erasure waits. Storing the position can wait. */
    private void logFailure(RuntimeException failure) {
        if (!pendingEndings.isEmpty() && !failing) {
            failing = true;
            LOG.error("The keys of erased subjects could not be destroyed yet; trying again: {}", failure.toString());
        }
    }

    /** Erases all subjects of these endings together, so that they share one sync to disk. */
    private void erase(List<StoredEvent> ended) {
        if (ended.isEmpty()) {
            return;
        }
        Map<String, KeyEnd> ends = new HashMap<>();
        for (StoredEvent event : ended) {
            KeyEnd end = end(event);
            if (end != null) {
                ends.put(end.subject(), end);
            }
        }
        Set<String> subjects = ends.keySet();
        if (!subjects.isEmpty()) {
            keys.destroy(ends.values());
            cache.forget(subjects, stream -> subjects.stream().anyMatch(subject -> belongsTo(subject, stream)));
            tail.forget(subjects);
        }
        advanceTo(ended.getLast().position());
        if (!subjects.isEmpty()) {
            log.deleteSnapshotsOf(subjects);
            subjects.forEach(log::deleteSnapshot);
            savePosition();
        }
    }

    /**
     * Returns the end of the key of an ending's subject, or null without a subject. If the ending cannot be decoded, the
     * subject is its own stream, provided that this has a key.
     */
    private @Nullable KeyEnd end(StoredEvent ending) {
        Event event = codec.decodeOrMark(ending, false).event();
        if (event instanceof UndecodablePlaceholder) {
            return keys.find(ending.stream()) == null ? null : KeyEnd.handover(ending.stream(), null);
        }
        String subject = Objects.toString(event.subject(), null);
        if (subject == null) {
            return null;
        }
        return event instanceof Event.FinalEvent end && !end.erases()
                ? KeyEnd.handover(subject, Objects.toString(end.successor(), null))
                : KeyEnd.erasure(subject);
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

    private void advanceTo(long position) {
        if (position > erasedUpTo) {
            erasedUpTo = position;
            signal();
        }
    }

    private void savePosition() {
        if (erasedUpTo > savedPosition && !isRestored) {
            keys.erasedUpTo(erasedUpTo);
            savedPosition = erasedUpTo;
        }
        savedAt = System.nanoTime();
    }

    /**
     * Waits a limited time until the keys of all subjects erased up to a position are destroyed.
     *
     * @return whether they are destroyed; if not, it keeps trying in the background
     */
    public boolean await(long position) {
        return await(position, maxWait);
    }

    /** Waits for this long, also for events of other processes that this one has not seen yet. */
    private boolean await(long position, Duration longest) {
        if (isDone(position)) {
            return true;
        }
        waiting.incrementAndGet();
        try {
            return waitFor(() -> isDone(position), longest);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private boolean isDone(long position) {
        if (erasedUpTo >= position) {
            return true;
        }
        // Endings are queued before the position moves on.
        if (appendedUpTo < position) {
            return false;
        }
        StoredEvent next = pendingEndings.peek();
        return next == null || next.position() > position;
    }

    private boolean waitFor(BooleanSupplier condition, Duration maxWait) {
        long left = maxWait.toNanos();
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = progress.awaitNanos(left);
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
            progress.signalAll();
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
