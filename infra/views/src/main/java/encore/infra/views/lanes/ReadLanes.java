package encore.infra.views.lanes;

import encore.infra.views.lanes.ReadStopped.Reason;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares the readers of a process between accounts. A question begins in the fast lane. When it works longer than
 * {@link #FAST_TIME}, it is stopped and begins anew in the slow lane, which has at most half of the readers.
 *
 * <p>Both lanes serve the account first that used the least reader time lately. The last free reader is left to an
 * account that used little, and the last free reader of the slow lane to an account that has none there. So an account
 * that asks now and then waits for nobody, however much the others ask.
 *
 * <p>A reader is a platform thread: native code would pin a virtual thread's carrier, and virtual threads do not share
 * cores with long work in memory.
 */
public final class ReadLanes {

    /** The longest work in the fast lane. */
    static final Duration FAST_TIME = Duration.ofMillis(100);

    /** Questions of an account that may wait in the slow lane. */
    private static final int MAX_WAITING_SLOW = 128;

    /** With so few accounts, those without questions need not be forgotten. */
    private static final int FEW_ACCOUNTS = 1_000;

    private static final Duration MAX_IDLE = Duration.ofSeconds(30);

    private static final ScopedValue<Boolean> ON_READER = ScopedValue.newInstance();

    private final int readers;
    private final int slowReaders;
    private final Duration fastTime;
    private final ExecutorService threads;
    private final ReentrantLock lock = new ReentrantLock();

    /** The accounts that used readers lately or have questions. Guarded by the lock, as is everything below. */
    private final Map<Long, AccountShare> shares = new HashMap<>();

    private final Set<AccountShare> waitingFast = new HashSet<>();
    private final Set<AccountShare> waitingSlow = new HashSet<>();
    private int sweepAbove = FEW_ACCOUNTS;

    private int busy;
    private int busySlow;

    /**
     * Creates the lanes.
     *
     * @param readers the number of questions that work at the same time, at least 1
     */
    public ReadLanes(int readers) {
        this(readers, FAST_TIME);
    }

    ReadLanes(int readers, Duration fastTime) {
        this.readers = readers;
        this.slowReaders = Math.max(1, readers / 2);
        this.fastTime = fastTime;
        this.threads = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                MAX_IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("reader-", 0).factory());
    }

    /** Returns whether the calling thread is a reader, which may run native code. */
    public static boolean isReader() {
        return ON_READER.isBound();
    }

    /**
     * Answers a question on a reader and waits for the answer. The question may be begun twice, so it changes nothing.
     *
     * @param slow whether the question belongs to the slow lane from the start
     * @throws ReadStopped when the deadline passes or the caller leaves first, or too many slow questions of the account
     *     wait
     */
    public <R> R call(long account, ReadDeadline deadline, boolean slow, Supplier<R> question) {
        var task = new ReadTask<>(account, deadline, question);
        task.slow = slow;
        add(task);
        deadline.onCancel(() -> stop(task, Reason.CANCELLED));
        try {
            return task.answer.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            stop(task, Reason.DEADLINE);
            throw deadline.stopped();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            stop(task, Reason.CANCELLED);
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Answers a question as stopped, and takes it out of its lane if it still waits. Its work stops by itself. */
    private void stop(ReadTask<?> task, Reason reason) {
        if (task.answer.completeExceptionally(new ReadStopped(reason))) {
            lock.lock();
            try {
                AccountShare share = shares.get(task.account);
                if (share != null) {
                    share.fast.remove(task);
                    share.slow.remove(task);
                    noteWaiting(share);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void add(ReadTask<?> task) {
        ReadTask<?> next;
        lock.lock();
        try {
            sweep();
            enqueue(task, shares.computeIfAbsent(task.account, first -> new AccountShare()));
            next = takeNext();
        } finally {
            lock.unlock();
        }
        if (next != null) {
            ReadTask<?> first = next;
            threads.execute(() -> ScopedValue.where(ON_READER, true).run(() -> runAll(first)));
        }
    }

    /** Runs a task, and then others until there is none for this reader. */
    private void runAll(ReadTask<?> first) {
        for (ReadTask<?> task = first; task != null; ) {
            long begun = System.nanoTime();
            boolean again = false;
            try {
                again = task.run(fastTime);
            } finally {
                task = finish(task, again, System.nanoTime() - begun);
            }
        }
    }

    /** Gives a reader back after a task, and returns the next one for it. */
    private @Nullable ReadTask<?> finish(ReadTask<?> done, boolean again, long nanos) {
        lock.lock();
        try {
            busy--;
            AccountShare share = Objects.requireNonNull(shares.get(done.account), "It is used until here");
            if (done.slow) {
                busySlow--;
                share.busySlow--;
            }
            share.busy--;
            share.charge(nanos);
            if (again) {
                done.slow = true;
                enqueue(done, share);
            }
            return takeNext();
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(ReadTask<?> task, AccountShare share) {
        if (task.slow && share.slow.size() >= MAX_WAITING_SLOW) {
            task.answer.completeExceptionally(new ReadStopped(Reason.DEADLINE));
        } else if (!task.answer.isDone()) {
            (task.slow ? share.slow : share.fast).add(task);
            noteWaiting(share);
        }
    }

    private void noteWaiting(AccountShare share) {
        noteWaiting(share, waitingFast, share.fast.isEmpty());
        noteWaiting(share, waitingSlow, share.slow.isEmpty());
    }

    private static void noteWaiting(AccountShare share, Set<AccountShare> waiting, boolean none) {
        if (none) {
            waiting.remove(share);
        } else {
            waiting.add(share);
        }
    }

    /** Forgets the accounts that used no reader lately, when there are many. */
    private void sweep() {
        if (shares.size() > sweepAbove) {
            long now = System.nanoTime();
            shares.values().removeIf(share -> share.isUnused(now));
            sweepAbove = Math.max(FEW_ACCOUNTS, 2 * shares.size());
        }
    }

    /** Takes the question that is due, and a reader for it. Returns null when none is due or no reader is free. */
    private @Nullable ReadTask<?> takeNext() {
        if (busy == readers) {
            return null;
        }
        boolean lastReader = readers > 1 && busy == readers - 1;
        // One slow question goes on even while the fast lane always has work.
        AccountShare share = busySlow == 0 && !lastReader ? nextSlow() : null;
        boolean slow = share != null;
        if (share == null) {
            share = first(waitingFast, one -> !(lastReader && one.isHeavy()), AccountShare.LEAST_USED);
        }
        if (share == null && !lastReader) {
            share = nextSlow();
            slow = share != null;
        }
        if (share == null) {
            return null;
        }
        busy++;
        share.busy++;
        if (slow) {
            busySlow++;
            share.busySlow++;
        }
        ReadTask<?> next = slow ? share.slow.removeFirst() : share.fast.removeFirst();
        noteWaiting(share);
        return next;
    }

    private @Nullable AccountShare nextSlow() {
        if (busySlow == slowReaders) {
            return null;
        }
        boolean lastReader = slowReaders > 1 && busySlow == slowReaders - 1;
        return first(waitingSlow, one -> !(lastReader && one.busySlow > 0), AccountShare.FEWEST_SLOW_READERS);
    }

    private static @Nullable AccountShare first(
            Set<AccountShare> waiting, Predicate<AccountShare> isDue, Comparator<AccountShare> order) {
        AccountShare best = null;
        long now = System.nanoTime();
        for (AccountShare share : waiting) {
            share.decay(now);
            if (isDue.test(share) && (best == null || order.compare(share, best) < 0)) {
                best = share;
            }
        }
        return best;
    }
}
