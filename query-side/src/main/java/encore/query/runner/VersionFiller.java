package encore.query.runner;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.LongSupplier;

/**
 * Fills a new version in bulk: without indexes, in large transactions, and unread until it is near the log's head. It
 * decides when filling starts and ends. The events themselves are applied by {@link PartitionOwner}.
 *
 * <p>The owner calls it while it prepares and before and after each batch, on the owner's thread and under the runner's
 * lock. All partitions of a version are filled together. The one that comes near the log's head last ends the filling.
 */
final class VersionFiller {

    private final RunnerContext context;
    private final Runnable onRemoval;
    private final LongSupplier lowestPosition;

    /**
     * Creates the filler of one partition.
     *
     * @param onRemoval is called when the version has been filled: removed data then has to leave the files
     * @param lowestPosition returns the position of the partition that is furthest behind
     */
    VersionFiller(RunnerContext context, Runnable onRemoval, LongSupplier lowestPosition) {
        this.context = context;
        this.onRemoval = onRemoval;
        this.lowestPosition = lowestPosition;
    }

    /** Starts to fill a version without documents, unless so few events exist that it is not worth it. */
    @GuardedBy("state.lock")
    void startIfEmpty(RunnerState state) {
        if (state.position == 0
                && context.tail().head() > PartitionOwner.MARK_INTERVAL
                && !context.version().isFilling()
                && context.version().isUntouched()) {
            context.version().startFilling();
        }
    }

    /** Ends the filling when all partitions are near the log's head. The last one to come near finds that they are. */
    @GuardedBy("state.lock")
    void finishIfNear(RunnerState state) {
        if (context.version().isFilling()
                && context.isNear(state.position)
                && (context.version().partitions().size() == 1 || context.isNear(lowestPosition.getAsLong()))) {
            context.version().finishFilling();
            finished(state, state.position);
        }
    }

    /**
     * Handles the end of filling: the documents can be read now. Loads the memory that was missing when filling began,
     * or was lost since.
     *
     * @param last the position that the documents have reached
     */
    @GuardedBy("state.lock")
    void finished(RunnerState state, long last) {
        ProjectionMemory memory = context.memory();
        // A memory that existed all the time has seen these events already.
        memory.moveTo(last);
        memory.follow(last);
        context.positionWaiters().moveTo(memory.reached(last));
        onRemoval.run();
    }
}
