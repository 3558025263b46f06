package encore.infra.eventstore.axon;

import encore.infra.eventstore.Erasures;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.KeyStore;
import encore.infra.eventstore.log.StoredEvent;
import encore.kernel.StreamId;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log for endings that name a subject. How far it came is kept in the key store, written after each erasure
 * and now and then: a restart sweeps from there, whatever came between log and keys.
 */
public final class LogErasures implements Erasures, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogErasures.class);
    private static final int PAGE = 1_000;
    private static final Duration WRITTEN_EVERY = Duration.ofSeconds(10);
    private static final Duration TRIED_EVERY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EventLog log;
    private final KeyStore keys;
    private final EventCodec codec;
    private final AggregateCache cache;
    private final RingTail tail;
    private final Set<String> endings;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Queue<StoredEvent> heard = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Thread follower =
            Thread.ofPlatform().name("erasures").daemon().unstarted(this::follow);
    private AutoCloseable listening = () -> {};
    private volatile long heardTo;
    private volatile long doneTo;
    private volatile boolean closed;
    private long writtenTo;
    private long writtenAt = System.nanoTime();

    public LogErasures(EventLog log, KeyStore keys, EventCodec codec, AggregateCache cache, RingTail tail) {
        this.log = log;
        this.keys = keys;
        this.codec = codec;
        this.cache = cache;
        this.tail = tail;
        this.endings = codec.catalogue().endings();
    }

    @Override
    public void start() {
        listening = log.onAppended(this::appended);
        writtenTo = keys.sweptTo();
        doneTo = writtenTo;
        List<StoredEvent> page;
        do {
            page = log.read(doneTo, PAGE);
            for (StoredEvent event : page) {
                if (endings.contains(event.type())) {
                    carryOut(event);
                }
                doneTo = event.position();
            }
        } while (page.size() == PAGE);
        write();
        follower.start();
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
                for (StoredEvent event = heard.peek(); event != null; event = heard.peek()) {
                    carryOut(event);
                    heard.remove();
                    signal();
                }
                doneTo = Math.max(doneTo, upTo);
                if (System.nanoTime() - writtenAt > WRITTEN_EVERY.toNanos()) {
                    write();
                }
                waitFor(() -> closed || !heard.isEmpty(), TRIED_EVERY);
            } catch (RuntimeException e) {
                LOG.error("An erasure failed and is tried again", e);
                waitFor(() -> closed, TRIED_EVERY);
            }
        }
    }

    private void carryOut(StoredEvent stored) {
        StreamId subject = codec.decode(stored).event().subject();
        if (subject != null) {
            String name = subject.toString();
            keys.destroy(name);
            cache.forget(stream -> belongsTo(name, stream));
            log.deleteSnapshot(name);
            tail.forget(name);
            for (Listener listener : listeners) {
                listener.erased(subject, stored.position());
            }
        }
        doneTo = Math.max(doneTo, stored.position());
        if (subject != null) {
            write();
        }
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

    private void write() {
        if (doneTo > writtenTo) {
            keys.sweptTo(doneTo);
            writtenTo = doneTo;
        }
        writtenAt = System.nanoTime();
    }

    @Override
    public void await(long position) {
        if (!waitFor(() -> doneTo >= position, PATIENCE)) {
            throw new IllegalStateException("The erasure at " + position + " is not carried out yet");
        }
    }

    @Override
    public AutoCloseable onErased(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
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
