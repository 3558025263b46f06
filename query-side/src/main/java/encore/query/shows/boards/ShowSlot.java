package encore.query.shows.boards;

import encore.query.memory.EvictableContent;
import encore.query.memory.MemoryBudget;
import encore.query.memory.NotInMemory;
import encore.query.memory.ReadWriteGuard;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The place of one show's board, which is in memory or only in documents. Changes are made within a write of the guard,
 * or under its write lock.
 */
final class ShowSlot {

    private final MemoryBudget memoryBudget;
    private final ReadWriteGuard guard;
    private final EvictableContent<ShowBoard> board;
    private volatile long lastUsedNanos = System.nanoTime();

    ShowSlot(MemoryBudget memoryBudget, ReadWriteGuard.WriteFailure writeFailure) {
        this.memoryBudget = memoryBudget;
        this.guard = new ReadWriteGuard(writeFailure);
        this.board = new EvictableContent<>(guard.writeLock(), memoryBudget, ShowBoard::bytes);
    }

    /** Changes the board. One that is not in memory is not changed: the documents have it. */
    void write(Consumer<ShowBoard> change) {
        guard.write(() -> {
            ShowBoard current = board.content();
            if (current != null) {
                change.accept(current);
                board.countBytes(current);
            } else {
                board.changeAfterLoad(change);
            }
        });
    }

    /**
     * Answers from the board.
     *
     * @param loader reads the board if it is not in memory; the answer begins anew after it
     */
    <R> R read(Function<ShowBoard, R> answer, Supplier<NotInMemory.LoadedData> loader) {
        board.touch(memoryBudget.nextTick());
        lastUsedNanos = System.nanoTime();
        return guard.read(() -> {
            ShowBoard current = board.content();
            if (current == null) {
                throw new NotInMemory(loader);
            }
            return answer.apply(current);
        });
    }

    /** Puts a board into memory before anybody reads it. */
    void put(ShowBoard loaded) {
        guard.writeExclusively(() -> board.set(loaded));
    }

    /** Reads the board into memory, or waits for the thread that does so, and pins it until {@link #release}. */
    void fetch(Supplier<ShowBoard> source) {
        board.fetch(source);
    }

    void release() {
        board.release();
    }

    /** Lets the board leave memory if the show matches and nobody has asked for the board in some time. */
    void evictUnused(long unusedNanos, Predicate<ShowRecord> shows) {
        if (System.nanoTime() - lastUsedNanos > unusedNanos) {
            board.evictIf(current -> shows.test(current.record()));
        }
    }
}
