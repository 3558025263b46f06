package encore.query.memory;

import encore.infra.views.ViewsUnavailable;
import encore.infra.views.lanes.ReadDeadline;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/**
 * Separates the many readers of one account's memory from its one writer: a reader sees a change whole or not at all.
 * The writer does not wait for a reader: while one is at work, changes are queued, and the last reader that leaves or
 * the next one that comes makes them. So a long read of one account delays no event of another. Its owner says which
 * fields it guards: Error Prone cannot check that, since reads and writes are lambdas.
 */
public final class ReadWriteGuard {

    private static final Logger LOG = LoggerFactory.getLogger(ReadWriteGuard.class);

    /** The writer waits when this many changes are queued, so that a replay during a long read cannot fill the heap. */
    private static final int MAX_QUEUED = 10_000;

    private static final Duration UNLIMITED = Duration.ofDays(1);

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final WriteFailure writeFailure;

    /** Whether a change failed, so that this account's memory cannot answer any more. Guarded by the lock. */
    private boolean incomplete;

    /**
     * The first failure of a change, shared by all guards of a projection. Every later write fails with it, upon which
     * the projection loads its memory again.
     */
    public static final class WriteFailure {

        private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

        private void rethrow() {
            Throwable failure = first.get();
            if (failure != null) {
                throw new IllegalStateException("An earlier change of the memory failed", failure);
            }
        }
    }

    public ReadWriteGuard(WriteFailure writeFailure) {
        this.writeFailure = writeFailure;
    }

    /**
     * Makes a change before any later {@link #read} answers, and does not wait for readers that are at work. Only one
     * thread calls this.
     */
    public void write(Runnable change) {
        writeFailure.rethrow();
        queue.add(change);
        boolean waits = queued.incrementAndGet() > MAX_QUEUED;
        if (waits) {
            lock.writeLock().lock();
        }
        if (waits || lock.writeLock().tryLock()) {
            try {
                makeQueued();
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    /** Waits for all readers, makes the queued changes, and then this one. */
    public void writeExclusively(Runnable change) {
        lock.writeLock().lock();
        try {
            makeQueued();
            change.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Answers from the memory with all changes that were written before.
     *
     * @throws NotInMemory on an event loop that would have to wait
     * @throws encore.infra.views.lanes.ReadStopped when the question's time ends while it waits for a change
     */
    public <R> R read(Supplier<R> answer) {
        lockForReading();
        try {
            if (incomplete) {
                throw new ViewsUnavailable(new IllegalStateException("the memory has to be loaded again"));
            }
            return answer.get();
        } finally {
            lock.readLock().unlock();
            makeQueuedIfUnused();
        }
    }

    private void lockForReading() {
        // A thread that reads already may read again, and cannot wait for itself.
        if (queue.isEmpty() || lock.getReadHoldCount() > 0) {
            lock(lock.readLock());
            return;
        }
        lock(lock.writeLock());
        try {
            makeQueuedForReader();
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private static void lock(Lock lock) {
        try {
            // Unlike tryLock(), this does not overtake a thread that waits for the write lock.
            if (lock.tryLock(0, TimeUnit.NANOSECONDS)) {
                return;
            }
            if (Schedulers.isInNonBlockingThread()) {
                throw new NotInMemory(() -> () -> {});
            }
            while (!lock.tryLock(ReadDeadline.currentRemainingNanos(), TimeUnit.NANOSECONDS)) {
                ReadDeadline.checkCurrent();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ReadDeadline.checkCurrent();
            throw new IllegalStateException(e);
        }
    }

    /** Makes the changes that were queued while readers were at work, unless there is still a reader. */
    private void makeQueuedIfUnused() {
        while (!queue.isEmpty() && lock.writeLock().tryLock()) {
            try {
                makeQueuedForReader();
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    /**
     * Makes the queued changes, whatever time is left to the reader's question. A failure is reported to the writer by its
     * next write, and not to this reader.
     */
    private void makeQueuedForReader() {
        try {
            ScopedValue.where(ReadDeadline.CURRENT, ReadDeadline.after(UNLIMITED))
                    .run(this::makeQueued);
        } catch (RuntimeException e) {
            LOG.error("A change of the memory failed: {}", e.getClass().getName());
        }
    }

    private void makeQueued() {
        for (Runnable change = queue.poll(); change != null; change = queue.poll()) {
            queued.decrementAndGet();
            try {
                change.run();
            } catch (RuntimeException | Error e) {
                incomplete = true;
                writeFailure.first.compareAndSet(null, e);
                throw e;
            }
        }
    }

    /** Returns the lock that keeps readers out, for a writer that makes its change in parts. */
    public Lock writeLock() {
        return lock.writeLock();
    }
}
