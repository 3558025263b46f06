package encore.command.axon;

import encore.infra.eventstore.axon.PendingCommits;
import encore.infra.eventstore.log.EventLog;
import org.axonframework.common.lock.Lock;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.lock.PessimisticLockFactory;

/**
 * Lets one command at a time decide on an aggregate in this process. While the store is unreachable, a holder may keep
 * a lock for long; waiting commands then give up.
 */
public final class AggregateLocks implements LockFactory {

    private static final int ATTEMPTS = 10;
    private static final int ATTEMPT_MILLIS = 1_000;

    /** The first of Axon's attempts does not wait, and the last does not take place: so this waits once. */
    private static final int AXON_ATTEMPTS = 3;

    /**
     * The default looks for deadlocks every 10 ms in each waiting thread. A command holds one lock, so there are no
     * deadlocks.
     */
    private final PessimisticLockFactory locks = PessimisticLockFactory.builder()
            .queueLengthThreshold(CommandPermits.MAX_IN_FLIGHT * 2)
            .acquireAttempts(AXON_ATTEMPTS)
            .lockAttemptTimeout(ATTEMPT_MILLIS)
            .build();

    private final EventLog log;

    private final PendingCommits pendingCommits;

    public AggregateLocks(EventLog log, PendingCommits pendingCommits) {
        this.log = log;
        this.pendingCommits = pendingCommits;
    }

    /**
     * Drops the cached aggregate of a commit that failed. When the lock is busy, its holder or the next one does this.
     */
    void dropUnlessBusy(String stream) {
        try {
            obtainLock(stream).release();
        } catch (LockAcquisitionFailedException busy) {
            // The holder, or the next command that waits, finds the same failed commit.
        }
    }

    @Override
    public Lock obtainLock(String stream) {
        for (int attempt = 1; ; attempt++) {
            try {
                Lock lock = locks.obtainLock(stream);
                pendingCommits.onLockTaken(stream);
                return lock;
            } catch (LockAcquisitionFailedException busy) {
                if (attempt == ATTEMPTS || !log.writable()) {
                    throw busy;
                }
            }
        }
    }
}
