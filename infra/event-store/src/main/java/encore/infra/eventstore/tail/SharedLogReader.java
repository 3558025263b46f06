package encore.infra.eventstore.tail;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.adapter.CpuLoad;
import encore.infra.eventstore.tail.ReaderGroup.Reader;
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
 * Lets readers that are behind read the log together: the pages that one of them has read, the others find decoded. The
 * foremost reader waits when too many pages are held for the slowest one. It does not wait for a reader that stalls or
 * is much slower; that one leaves the group and continues with other readers near it, or alone.
 */
final class SharedLogReader implements AutoCloseable {

    /** The limit counts the stored size of the events. Decoded they take about as much again. */
    static final long MAX_BYTES = 24L << 20;

    /** Each group may use {@link #MAX_BYTES}. A reader that finds no group reads alone. */
    private static final int MAX_GROUPS = 3;

    /** A reader that has not moved for this long has stalled. Applying a batch takes less. */
    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(10);

    /**
     * The longest time, in sum, that a group waits for its slowest reader while cores are idle, in addition to a tenth
     * of the time that the reader is in the group: a reader that is only a little slower stays. While cores are busy
     * the wait does not count: a reader on its own would read and decode everything once more, on the cores that the
     * slowest reader needs.
     */
    private static final Duration MAX_TOTAL_WAIT = Duration.ofSeconds(10);

    private static final int TOLERATED_WAIT_FRACTION = 10;

    /** Pages to read ahead, so that reading continues while a single reader decodes and applies. */
    private static final int PAGES_AHEAD = 4;

    /** Uses half of the cores, so that queries are not slowed down. */
    private static final int FETCH_THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private static final Logger LOG = LoggerFactory.getLogger(SharedLogReader.class);

    private final EventLog log;
    private final EventCodec codec;
    private final long maxBytes;
    private final long stallTimeout;
    private final long maxTotalWait;
    private final CpuLoad cores;

    @GuardedBy("lock")
    private final List<ReaderGroup> groups = new ArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition progress = lock.newCondition();
    private final ExecutorService fetchExecutor = Executors.newFixedThreadPool(
            FETCH_THREADS, Thread.ofPlatform().daemon().name("log-fetch-", 0).factory());

    SharedLogReader(EventLog log, EventCodec codec) {
        this(log, codec, MAX_BYTES, STALL_TIMEOUT, MAX_TOTAL_WAIT, CpuLoad.ofThisProcess());
    }

    SharedLogReader(
            EventLog log, EventCodec codec, long mostBytes, Duration standsStill, Duration waitedFor, CpuLoad cores) {
        this.log = log;
        this.codec = codec;
        this.maxBytes = mostBytes;
        this.stallTimeout = standsStill.toNanos();
        this.maxTotalWait = waitedFor.toNanos();
        this.cores = cores;
    }

    /**
     * Reads the next events from a shared page. Returns null when the reader must read for itself: the page is not full
     * yet, or there are too many groups.
     */
    @Nullable
    EventPage<RecordedEvent> read(Reader reader, long after, int limit) {
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
            ReaderGroup group = reader.group;
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

    @GuardedBy("lock")
    private @Nullable LogPage page(Reader reader, long number) {
        moveTo(reader, number);
        while (true) {
            ReaderGroup group = group(reader, number);
            if (group == null) {
                return null;
            }
            LogPage page = group.page(number);
            if (page != null) {
                return page;
            }
            if (group.hasRoom()) {
                return group.add(number, this::newPage);
            }
            Reader slowest = group.slowest();
            if (slowest.page == number) {
                group.dropLastPage();
            } else if (!awaitProgress(group, slowest)) {
                leaveGroup(slowest);
            }
        }
    }

    /** Moves a reader to a page, and wakes the waiting readers when it was the slowest of its group. */
    @GuardedBy("lock")
    private void moveTo(Reader reader, long number) {
        ReaderGroup group = reader.group;
        if (group == null) {
            reader.page = number;
            reader.pageSince = System.nanoTime();
        } else if (reader.page != number) {
            long lowest = group.slowest().page;
            reader.page = number;
            reader.pageSince = System.nanoTime();
            if (group.slowest().page != lowest) {
                progress.signalAll();
            }
        }
    }

    private LogPage newPage(long number) {
        return new LogPage(log, codec, number);
    }

    /**
     * Finds the group that has the page or is close to it; otherwise makes a new group, or returns null when there are
     * too many.
     */
    @GuardedBy("lock")
    private @Nullable ReaderGroup group(Reader reader, long number) {
        ReaderGroup own = reader.group;
        ReaderGroup best = null;
        for (ReaderGroup group : groups) {
            if (group.page(number) != null) {
                best = group;
                break;
            }
            if (group.isNear(number, reader) && (best == null || group == own)) {
                best = group;
            }
        }
        if (best == null || best != own) {
            leaveGroup(reader);
            if (best == null && groups.size() < MAX_GROUPS) {
                best = new ReaderGroup(maxBytes);
                groups.add(best);
            }
            if (best != null) {
                best.join(reader);
            }
        }
        return best;
    }

    /** Waits for the slowest reader to move. Returns false when the group must not wait for it any longer. */
    @GuardedBy("lock")
    private boolean awaitProgress(ReaderGroup group, Reader slowest) {
        long began = System.nanoTime();
        long together = began - slowest.joinedAt;
        long maxWait = Math.min(
                stallTimeout - (began - slowest.pageSince),
                maxTotalWait + together / TOLERATED_WAIT_FRACTION - slowest.totalWait);
        if (maxWait <= 0) {
            return false;
        }
        try {
            progress.awaitNanos(maxWait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        if (!cores.isHigh()) {
            group.addWait(slowest, began, System.nanoTime());
        }
        return true;
    }

    /**
     * Starts to read the next pages. It never waits: a page that does not fit into memory is read when its reader asks
     * for it.
     */
    @GuardedBy("lock")
    private void fetchAhead(Reader reader, ReaderGroup group, long number) {
        for (long next = number + 1; next <= number + PAGES_AHEAD; next++) {
            if (LogPage.end(next) > log.head() || group.page(next) != null || !group.hasRoom()) {
                return;
            }
            LogPage page = group.add(next, this::newPage);
            Set<String> together = group.types();
            try {
                fetchExecutor.execute(() -> fetch(page, reader, together));
            } catch (RejectedExecutionException e) {
                LOG.debug("The log is closed; no more pages are read ahead");
            }
        }
    }

    private static void fetch(LogPage page, Reader reader, Set<String> together) {
        try {
            page.fetch(reader.wanted, reader.impersonal, together);
        } catch (RuntimeException e) {
            // The reader that asks for the page tries again and gets the exception.
            LOG.debug("A page of the log could not be read ahead", e);
        }
    }

    /** Removes a reader that now reads from somewhere else or has ended. */
    void leave(Reader reader) {
        if (reader.group == null) {
            return;
        }
        lock.lock();
        try {
            leaveGroup(reader);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void leaveGroup(Reader reader) {
        ReaderGroup group = reader.group;
        if (group != null) {
            group.leave(reader);
            groups.removeIf(ReaderGroup::isEmpty);
            progress.signalAll();
        }
    }

    /** Drops all pages, so that their events are decoded again without the destroyed keys. */
    void clear() {
        lock.lock();
        try {
            groups.forEach(ReaderGroup::clear);
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        fetchExecutor.shutdownNow();
    }
}
