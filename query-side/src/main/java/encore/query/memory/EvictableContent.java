package encore.query.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Content that is in memory or only in documents, from which a query fetches it. A lock of the owner's guards content,
 * pending load and pins: they are read with the read lock or the write lock and changed with the write lock. Documents
 * are never read under that lock.
 */
public class EvictableContent<C> implements MemoryBudget.Evictable {

    /** A reading of documents. Changes that come meanwhile are made after it. */
    private static final class PendingLoad<C> {
        private final List<Consumer<C>> changes = new ArrayList<>();
        private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    }

    private final Lock writeLock;
    private final MemoryBudget memoryBudget;
    private final ToLongFunction<C> bytes;

    private @Nullable C content;
    private @Nullable PendingLoad<C> pendingLoad;
    private int pins;
    private long countedBytes;
    private volatile long lastUsed;

    /** @param bytes the approximate size of content in memory */
    public EvictableContent(Lock writeLock, MemoryBudget memoryBudget, ToLongFunction<C> bytes) {
        this.writeLock = writeLock;
        this.memoryBudget = memoryBudget;
        this.bytes = bytes;
    }

    // Only to be called with the lock:

    public final @Nullable C content() {
        return content;
    }

    /** Puts content into memory, which had none. */
    public final void set(C loaded) {
        content = loaded;
        countedBytes = bytes.applyAsLong(loaded);
        memoryBudget.add(this, countedBytes);
    }

    /** Counts the size of the content after it has changed. */
    public final void countBytes(C changed) {
        long now = bytes.applyAsLong(changed);
        memoryBudget.addBytes(now - countedBytes);
        countedBytes = now;
    }

    /**
     * Keeps a change until the load that is under way ends. If the content is not in memory and nobody loads it, there is
     * nothing to do: the documents have the change.
     */
    public final void changeAfterLoad(Consumer<C> change) {
        if (pendingLoad != null) {
            pendingLoad.changes.add(change);
        }
    }

    // To be called without the lock:

    public final void touch(long tick) {
        lastUsed = tick;
    }

    @Override
    public final long lastUsed() {
        return lastUsed;
    }

    /** Reads the content into memory, or waits for the thread that does so, and pins it until {@link #release}. */
    public final void fetch(Supplier<C> source) {
        boolean isLoader;
        PendingLoad<C> load;
        writeLock.lock();
        try {
            pins++;
            if (content != null) {
                return;
            }
            PendingLoad<C> existing = pendingLoad;
            isLoader = existing == null;
            load = existing == null ? new PendingLoad<>() : existing;
            pendingLoad = load;
        } finally {
            writeLock.unlock();
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

    private void load(PendingLoad<C> load, Supplier<C> source) {
        try {
            C loaded = source.get();
            writeLock.lock();
            try {
                load.changes.forEach(change -> change.accept(loaded));
                set(loaded);
                pendingLoad = null;
            } finally {
                writeLock.unlock();
            }
            load.done.complete(true);
        } catch (RuntimeException | Error e) {
            writeLock.lock();
            try {
                pendingLoad = null;
            } finally {
                writeLock.unlock();
            }
            load.done.completeExceptionally(e);
            throw e;
        }
    }

    public final void release() {
        writeLock.lock();
        try {
            pins--;
        } finally {
            writeLock.unlock();
        }
    }

    @Override
    public final void evict() {
        evictIf(current -> true);
    }

    /** Lets content leave memory, unless a query is using it or it does not match. */
    public final void evictIf(Predicate<C> condition) {
        // Content that is being read is in use. Waiting for its readers would delay the events of other accounts.
        if (!writeLock.tryLock()) {
            return;
        }
        try {
            C current = content;
            if (pins == 0 && current != null && condition.test(current)) {
                memoryBudget.remove(this, countedBytes);
                content = null;
            }
        } finally {
            writeLock.unlock();
        }
    }
}
