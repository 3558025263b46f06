package encore.query.points.boards;

import encore.query.image.MemoryImage;
import encore.query.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one owner, a board or the registered fans of an account. They are either in memory or only in chunks,
 * from which a query fetches them. The lock of the account guards content, pending load and pins: it is read with the
 * read lock or the write lock and changed with the write lock. Documents are never read under that lock.
 */
final class EvictableRows<C extends RowSink.InMemoryRows>
        implements RowSink, MemoryBudget.Evictable, MemoryImage.Imageable {

    /** A row that arrived while the earlier ones were read from documents. */
    private record BufferedRow(long fan, long count, int day, long position) {}

    private static final class PendingLoad {
        private final List<BufferedRow> bufferedRows = new ArrayList<>();
        private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    }

    final String owner;
    private final Lock writeLock;
    private final MemoryBudget memoryBudget;
    private final Supplier<C> empty;

    private @Nullable C content;
    private @Nullable PendingLoad pendingLoad;
    private int pins;
    private volatile long lastUsed;

    /** @param writeLock the write lock of the account */
    EvictableRows(String owner, Lock writeLock, MemoryBudget memoryBudget, Supplier<C> empty) {
        this.owner = owner;
        this.writeLock = writeLock;
        this.memoryBudget = memoryBudget;
        this.empty = empty;
    }

    // Only to be called with the account's lock:

    @Nullable
    C content() {
        return content;
    }

    /** Starts with empty content, because this owner is new and has no rows in documents. */
    EvictableRows<C> startEmpty() {
        setContent(empty.get());
        return this;
    }

    /** Writes or reads the content. Rows that are only in chunks are stored as a mark that they exist. */
    @Override
    public void transfer(MemoryImage memoryImage) {
        C current = content;
        if (memoryImage.flag(current != null)) {
            C rows = current == null ? empty.get() : current;
            rows.transfer(memoryImage);
            if (memoryImage.isReading()) {
                setContent(rows);
            }
        }
    }

    private void setContent(C rows) {
        content = rows;
        memoryBudget.add(this, rows.bytes());
    }

    /** Adds a row. If the rows are not in memory, there is nothing to do: the chunks have it. */
    @Override
    public void add(long fan, long count, int day, long position) {
        C rows = content;
        if (rows != null) {
            long bytesBefore = rows.bytes();
            rows.add(fan, count, day, position);
            memoryBudget.addBytes(rows.bytes() - bytesBefore);
        } else if (pendingLoad != null) {
            pendingLoad.bufferedRows.add(new BufferedRow(fan, count, day, position));
        }
    }

    // To be called without the lock:

    void touch(long tick) {
        lastUsed = tick;
    }

    @Override
    public long lastUsed() {
        return lastUsed;
    }

    /** Reads the rows into memory, or waits for the thread that does so, and pins them until {@link #release}. */
    void fetch(RowSource source) {
        boolean isLoader;
        PendingLoad load;
        writeLock.lock();
        try {
            pins++;
            if (content != null) {
                return;
            }
            PendingLoad existing = pendingLoad;
            isLoader = existing == null;
            load = existing == null ? new PendingLoad() : existing;
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

    /** Reads all rows, outside the lock. Rows that are added meanwhile follow after them. */
    interface RowSource {
        void readInto(RowSink into);
    }

    private void load(PendingLoad load, RowSource source) {
        try {
            C rows = empty.get();
            rows.fill(source::readInto);
            writeLock.lock();
            try {
                load.bufferedRows.forEach(row -> rows.add(row.fan, row.count, row.day, row.position));
                setContent(rows);
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

    void release() {
        writeLock.lock();
        try {
            pins--;
        } finally {
            writeLock.unlock();
        }
    }

    @Override
    public void evict() {
        // Boards that are being read are in use. Waiting for their readers would delay the events of other accounts.
        if (!writeLock.tryLock()) {
            return;
        }
        try {
            if (pins == 0 && content != null) {
                memoryBudget.remove(this, content.bytes());
                content = null;
            }
        } finally {
            writeLock.unlock();
        }
    }
}
