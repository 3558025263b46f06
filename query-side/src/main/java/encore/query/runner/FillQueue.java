package encore.query.runner;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashSet;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Bounds the filling of versions in this process, so that queries and the versions that serve keep their share of the
 * cores and of the store. Partitions are filled in the order in which they came, a few of them together, because these
 * share reads of the log. The batches of these take turns.
 *
 * <p>Any thread may call it.
 */
public final class FillQueue {

    /** The partitions that share one read of the log. Their documents in memory before writing add up. */
    public static final int FILLED_TOGETHER = 8;

    private final int filledTogether;

    /** Fair, so that all partitions stay at nearly the same pages of the log. */
    private final Semaphore turns;

    @GuardedBy("this")
    private final LinkedHashSet<Object> partitions = new LinkedHashSet<>();

    /** Creates a queue whose batches use at most half of the cores. */
    public FillQueue() {
        this(FILLED_TOGETHER, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    FillQueue(int filledTogether, int batchesAtOnce) {
        this.filledTogether = filledTogether;
        this.turns = new Semaphore(batchesAtOnce, true);
    }

    /** Returns whether a partition may be filled now. Otherwise it waits in the queue until it is asked for again. */
    synchronized boolean mayFill(Object partition) {
        partitions.add(partition);
        return partitions.stream().limit(filledTogether).anyMatch(partition::equals);
    }

    /** Removes a partition that has been filled, has ended, or failed. */
    synchronized void leave(Object partition) {
        partitions.remove(partition);
    }

    /** Runs a batch when it is its turn. */
    boolean takeTurn(BooleanSupplier batch) {
        turns.acquireUninterruptibly();
        try {
            return batch.getAsBoolean();
        } finally {
            turns.release();
        }
    }
}
