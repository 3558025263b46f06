package encore.query.shows.boards;

import encore.query.memory.MemoryBudget;
import encore.query.memory.NotInMemory;
import encore.query.memory.ReadWriteGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The place of one show's board, which is in memory or only in documents. The guard guards all fields that change:
 * changes are made within a write, or under its write lock. Documents are never read under it.
 */
final class ShowSlot implements MemoryBudget.Evictable {

    private final MemoryBudget memoryBudget;
    private final ReadWriteGuard guard;

    private @Nullable ShowBoard board;
    private @Nullable PendingLoad pendingLoad;
    private int pins;
    private long countedBytes;
    private volatile long lastUsed;
    private volatile long lastUsedNanos = System.nanoTime();

    /** A reading of documents. Changes that come meanwhile are made after it. */
    private static final class PendingLoad {
        private final List<Consumer<ShowBoard>> changes = new ArrayList<>();
        private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    }

    ShowSlot(MemoryBudget memoryBudget, ReadWriteGuard.WriteFailure writeFailure) {
        this.memoryBudget = memoryBudget;
        this.guard = new ReadWriteGuard(writeFailure);
    }

    /** Changes the board. One that is not in memory is not changed: the documents have it. */
    void write(Consumer<ShowBoard> change) {
        guard.write(() -> {
            ShowBoard current = board;
            if (current != null) {
                change.accept(current);
                countBytes(current);
            } else if (pendingLoad != null) {
                pendingLoad.changes.add(change);
            }
        });
    }

    private void countBytes(ShowBoard current) {
        long bytes = current.bytes();
        memoryBudget.addBytes(bytes - countedBytes);
        countedBytes = bytes;
    }

    /**
     * Answers from the board.
     *
     * @param loader reads the board if it is not in memory; the answer begins anew after it
     */
    <R> R read(Function<ShowBoard, R> answer, Supplier<NotInMemory.LoadedData> loader) {
        lastUsed = memoryBudget.nextTick();
        lastUsedNanos = System.nanoTime();
        return guard.read(() -> {
            ShowBoard current = board;
            if (current == null) {
                throw new NotInMemory(loader);
            }
            return answer.apply(current);
        });
    }

    /** Puts a board into memory before anybody reads it. */
    void put(ShowBoard loaded) {
        guard.writeExclusively(() -> set(loaded));
    }

    private void set(ShowBoard loaded) {
        board = loaded;
        countedBytes = loaded.bytes();
        memoryBudget.add(this, countedBytes);
    }

    /** Reads the board into memory, or waits for the thread that does so, and pins it until {@link #release}. */
    void fetch(Supplier<ShowBoard> source) {
        PendingLoad load;
        boolean isLoader;
        Lock lock = guard.writeLock();
        lock.lock();
        try {
            pins++;
            if (board != null) {
                return;
            }
            PendingLoad existing = pendingLoad;
            isLoader = existing == null;
            load = existing == null ? new PendingLoad() : existing;
            pendingLoad = load;
        } finally {
            lock.unlock();
        }
        try {
            if (isLoader) {
                load(load, source);
            } else {
                load.done.join();
            }
        } catch (CompletionException e) {
            release();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    private void load(PendingLoad load, Supplier<ShowBoard> source) {
        Lock lock = guard.writeLock();
        try {
            ShowBoard loaded = source.get();
            lock.lock();
            try {
                load.changes.forEach(change -> change.accept(loaded));
                set(loaded);
                pendingLoad = null;
            } finally {
                lock.unlock();
            }
            load.done.complete(true);
        } catch (RuntimeException | Error e) {
            lock.lock();
            try {
                pendingLoad = null;
            } finally {
                lock.unlock();
            }
            load.done.completeExceptionally(e);
            throw e;
        }
    }

    void release() {
        Lock lock = guard.writeLock();
        lock.lock();
        try {
            pins--;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long lastUsed() {
        return lastUsed;
    }

    @Override
    public void evict() {
        evictIf(current -> true);
    }

    /** Lets the board leave memory if the show matches and nobody has asked for the board in some time. */
    void evictUnused(long unusedNanos, Predicate<ShowRecord> shows) {
        if (System.nanoTime() - lastUsedNanos > unusedNanos) {
            evictIf(current -> shows.test(current.record()));
        }
    }

    private void evictIf(Predicate<ShowBoard> condition) {
        Lock lock = guard.writeLock();
        if (!lock.tryLock()) {
            return;
        }
        try {
            ShowBoard current = board;
            if (pins == 0 && current != null && condition.test(current)) {
                memoryBudget.remove(this, countedBytes);
                board = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
