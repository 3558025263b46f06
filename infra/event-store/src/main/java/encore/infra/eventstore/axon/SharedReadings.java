package encore.infra.eventstore.axon;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.axon.ReadTogether.Reader;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.BusyCores;
import encore.infra.eventstore.log.EventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who are behind read the log together: what one of them has read, the others find decoded. Who is in front waits
 * while too much is held for who is behind, but not for one that stands still or is much slower: that one reads on with
 * others where it is, or by itself.
 */
final class SharedReadings implements AutoCloseable {

    /** As stored; decoded they take about as much again. */
    static final long MOST_BYTES = 24L << 20;

    /** Each holds as much at most; who finds no place reads by itself. */
    private static final int MOST_GROUPS = 3;

    /** A batch is applied without a page being asked for. */
    private static final Duration STANDS_STILL = Duration.ofSeconds(10);

    /**
     * In sum, while it is with the same others and cores are idle, and besides a tenth of the time that it is with them: who
     * is hardly slower stays. While cores are busy nobody loses by waiting: who reads apart reads and decodes once more, on
     * the cores that who is waited for needs.
     */
    private static final Duration WAITED_FOR = Duration.ofSeconds(10);

    private static final int HARDLY = 10;

    /** So that reading goes on while one who reads alone decodes and applies. */
    private static final int AHEAD = 4;

    /** Not on all cores: who reads views is to notice nothing. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private static final Logger LOG = LoggerFactory.getLogger(SharedReadings.class);

    private final EventLog log;
    private final EventCodec codec;
    private final long mostBytes;
    private final long standsStill;
    private final long waitedFor;
    private final BusyCores cores;
    private final List<ReadTogether> groups = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final ExecutorService fetching = Executors.newFixedThreadPool(
            AT_ONCE, Thread.ofPlatform().daemon().name("log-fetch-", 0).factory());

    SharedReadings(EventLog log, EventCodec codec) {
        this(log, codec, MOST_BYTES, STANDS_STILL, WAITED_FOR, BusyCores.ofThisProcess());
    }

    SharedReadings(
            EventLog log, EventCodec codec, long mostBytes, Duration standsStill, Duration waitedFor, BusyCores cores) {
        this.log = log;
        this.codec = codec;
        this.mostBytes = mostBytes;
        this.standsStill = standsStill.toNanos();
        this.waitedFor = waitedFor.toNanos();
        this.cores = cores;
    }

    /** Null when the page that it asks for is to be read by itself: the log ends in it, or there are too many places. */
    @Nullable
    Stretch<Recorded> read(Reader reader, long after, int limit) {
        long number = LogPage.number(after);
        if (LogPage.end(number) > log.head()) {
            leave(reader);
            return null;
        }
        LogPage page;
        Set<String> together;
        lock.lock();
        try {
            page = page(reader, number);
            ReadTogether group = reader.group;
            if (page == null || group == null) {
                return null;
            }
            together = group.types();
            fetchAhead(reader, group, number);
        } finally {
            lock.unlock();
        }
        return page.read(after, after + limit, reader.wanted, reader.impersonal, together);
    }

    private @Nullable LogPage page(Reader reader, long number) {
        moveTo(reader, number);
        while (true) {
            ReadTogether group = group(reader, number);
            if (group == null) {
                return null;
            }
            LogPage page = group.page(number);
            if (page != null) {
                return page;
            }
            if (group.hasRoom()) {
                return group.add(number, this::made);
            }
            Reader hindmost = group.hindmost();
            if (hindmost.at == number) {
                group.dropFurthest();
            } else if (!hasMoved(group, hindmost)) {
                part(hindmost);
            }
        }
    }

    /** Wakes those who wait when it was the last, and is it no more. */
    private void moveTo(Reader reader, long number) {
        ReadTogether group = reader.group;
        if (group == null) {
            reader.at = number;
            reader.since = System.nanoTime();
        } else if (reader.at != number) {
            long lowest = group.hindmost().at;
            reader.at = number;
            reader.since = System.nanoTime();
            if (group.hindmost().at != lowest) {
                moved.signalAll();
            }
        }
    }

    private LogPage made(long number) {
        return new LogPage(log, codec, number);
    }

    /** Where its page is held or near what is; another place where there is none. */
    private @Nullable ReadTogether group(Reader reader, long number) {
        ReadTogether own = reader.group;
        ReadTogether best = null;
        for (ReadTogether group : groups) {
            if (group.page(number) != null) {
                best = group;
                break;
            }
            if (group.reaches(number, reader) && (best == null || group == own)) {
                best = group;
            }
        }
        if (best == null || best != own) {
            part(reader);
            if (best == null && groups.size() < MOST_GROUPS) {
                best = new ReadTogether(mostBytes);
                groups.add(best);
            }
            if (best != null) {
                best.join(reader);
            }
        }
        return best;
    }

    /** Waits for who is last to move; false when it is not to be waited for any longer. */
    private boolean hasMoved(ReadTogether group, Reader hindmost) {
        long began = System.nanoTime();
        long together = began - hindmost.joined;
        long patience =
                Math.min(standsStill - (began - hindmost.since), waitedFor + together / HARDLY - hindmost.waitedFor);
        if (patience <= 0) {
            return false;
        }
        try {
            moved.awaitNanos(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        if (!cores.areBusy()) {
            group.waited(hindmost, began, System.nanoTime());
        }
        return true;
    }

    /** Never waits: what there is no room for is read when it is asked for. */
    private void fetchAhead(Reader reader, ReadTogether group, long number) {
        for (long next = number + 1; next <= number + AHEAD; next++) {
            if (LogPage.end(next) > log.head() || group.page(next) != null || !group.hasRoom()) {
                return;
            }
            LogPage page = group.add(next, this::made);
            Set<String> together = group.types();
            try {
                fetching.execute(() -> fetch(page, reader, together));
            } catch (RejectedExecutionException e) {
                LOG.debug("The log is closed");
            }
        }
    }

    private static void fetch(LogPage page, Reader reader, Set<String> together) {
        try {
            page.fetch(reader.wanted, reader.impersonal, together);
        } catch (RuntimeException e) {
            // Who asks for it tries again, and is told.
            LOG.debug("A page could not be fetched", e);
        }
    }

    /** It reads elsewhere now, or nothing any more. */
    void leave(Reader reader) {
        if (reader.group == null) {
            return;
        }
        lock.lock();
        try {
            part(reader);
        } finally {
            lock.unlock();
        }
    }

    private void part(Reader reader) {
        ReadTogether group = reader.group;
        if (group != null) {
            group.leave(reader);
            groups.removeIf(ReadTogether::isEmpty);
            moved.signalAll();
        }
    }

    /** Forgets what was decoded, so that it is read anew without the keys that are gone. */
    void forget() {
        lock.lock();
        try {
            groups.forEach(ReadTogether::clear);
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        fetching.shutdownNow();
    }
}
