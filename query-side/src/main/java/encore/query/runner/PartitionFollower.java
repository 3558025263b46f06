package encore.query.runner;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.views.ViewsUnavailable;
import encore.query.ownership.PartitionOwnership;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows a partition whose documents another process writes. It polls the position that the owner has published, brings
 * this process's memory there, and then lets the waiting queries continue.
 *
 * <p>It takes a step on the runner's thread, under the runner's lock, whenever this process is not the owner. {@link
 * #announceWait} alone runs on the threads of queries, without the lock.
 */
final class PartitionFollower {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionFollower.class);
    private static final long REQUEST_PAUSE = Duration.ofMillis(50).toNanos();

    private final RunnerContext context;

    /**
     * The position that was last announced. Two queries that come at once may both announce theirs, which the owner
     * does not mind.
     */
    private volatile long announcedPosition;

    PartitionFollower(RunnerContext context) {
        this.context = context;
    }

    /** Follows one batch to the position that the owner has published. Returns whether there may be more. */
    @GuardedBy("state.lock")
    boolean step(RunnerState state) {
        ProjectionMemory memory = context.memory();
        state.prepared = false;
        long published = context.partition().position();
        if (context.positionWaiters().reached() <= 0) {
            // Afterwards this process may lag behind the owner for a moment, which is no fault.
            context.requireWithinLog(published);
        }
        memory.discardIfLettersRemoved();
        long before = memory.reached(published);
        boolean there;
        try {
            there = memory.followBatch(published);
        } catch (ProjectionMemory.NoStableState e) {
            requestOwnership();
            return true;
        }
        long reached = memory.reached(published);
        state.position = published;
        state.stored = published;
        context.positionRate().record(reached);
        context.positionWaiters().moveTo(reached);
        // Without new events, this process's log lags for a moment. That is no reason to loop without a pause.
        return !there && reached > before;
    }

    /** Asks to become the owner: the memory can then be loaded while no other process writes. */
    private void requestOwnership() {
        PartitionOwnership ownership = context.partitionOwnership();
        if (ownership != null) {
            ownership.request(context.handlers().name, context.index());
            LockSupport.parkNanos(REQUEST_PAUSE);
        }
    }

    /** Informs the owner that a query of this process waits for a position, so that it publishes the position at once. */
    void announceWait(long wantedPosition) {
        PartitionOwnership ownership = context.partitionOwnership();
        try {
            if (ownership != null && wantedPosition > announcedPosition) {
                announcedPosition = wantedPosition;
                ownership.announceWait(context.handlers().name, context.index(), wantedPosition);
            }
        } catch (ViewsUnavailable e) {
            LOG.debug("{} could not tell the owner that a query waits", context.name());
        }
    }
}
