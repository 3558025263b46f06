package encore.query.points.boards;

import encore.query.image.MemoryImage;
import encore.query.memory.EvictableContent;
import encore.query.memory.MemoryBudget;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/** The rows of one owner, a board or the registered fans of an account. Those that are not in memory are in chunks. */
final class EvictableRows<C extends RowSink.InMemoryRows> extends EvictableContent<C>
        implements RowSink, MemoryImage.Imageable {

    final String owner;
    private final Supplier<C> empty;

    /** @param writeLock the write lock of the account */
    EvictableRows(String owner, Lock writeLock, MemoryBudget memoryBudget, Supplier<C> empty) {
        super(writeLock, memoryBudget, RowSink.InMemoryRows::bytes);
        this.owner = owner;
        this.empty = empty;
    }

    /** Starts with empty content, because this owner is new and has no rows in documents. */
    EvictableRows<C> startEmpty() {
        set(empty.get());
        return this;
    }

    /** Writes or reads the content. Rows that are only in chunks are stored as a mark that they exist. */
    @Override
    public void transfer(MemoryImage memoryImage) {
        C current = content();
        if (memoryImage.flag(current != null)) {
            C rows = current == null ? empty.get() : current;
            rows.transfer(memoryImage);
            if (memoryImage.isReading()) {
                set(rows);
            }
        }
    }

    /** Adds a row. If the rows are not in memory, there is nothing to do: the chunks have it. */
    @Override
    public void add(long fan, long count, int day, long position) {
        C rows = content();
        if (rows != null) {
            rows.add(fan, count, day, position);
            countBytes(rows);
        } else {
            changeAfterLoad(loaded -> loaded.add(fan, count, day, position));
        }
    }

    @Override
    public void backdate(long position, int day) {
        C rows = content();
        if (rows != null) {
            rows.backdate(position, day);
            countBytes(rows);
        } else {
            changeAfterLoad(loaded -> loaded.backdate(position, day));
        }
    }

    /** Reads all rows, outside the lock. Rows that are added meanwhile follow after them. */
    interface RowSource {
        void readInto(RowSink into);
    }

    /** Reads the rows into memory, or waits for the thread that does so, and pins them until {@link #release}. */
    void fetchRows(RowSource source) {
        fetch(() -> {
            C rows = empty.get();
            rows.fill(source::readInto);
            return rows;
        });
    }
}
