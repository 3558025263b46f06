package encore.command;

import encore.infra.eventstore.axon.Unsettled;
import encore.infra.eventstore.log.EventLog;
import org.axonframework.common.lock.Lock;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.lock.PessimisticLockFactory;

/**
 * Lets one command at a time decide on an aggregate in this process. While the store is unreachable, a holder may keep
 * a lock for long; waiting commands then give up.
 */
final class AggregateLocks implements LockFactory {

    private static final int ATTEMPTS = 10;
    private static final int EACH_MILLIS = 1_000;

    /** The first of Axon's attempts does not wait, and the last does not take place: so this waits once. */
    private static final int WAITING_ONCE = 3;

    /**
     * The default looks for deadlocks every 10 ms in each waiting thread. A command holds one lock, so there are no
     * deadlocks.
     */
    private final PessimisticLockFactory locks = PessimisticLockFactory.builder()
            .queueLengthThreshold(CommandSideConfiguration.MOST_IN_FLIGHT * 2)
            .acquireAttempts(WAITING_ONCE)
            .lockAttemptTimeout(EACH_MILLIS)
            .build();

    private final EventLog log;

    private final Unsettled unsettled;

    AggregateLocks(EventLog log, Unsettled unsettled) {
        this.log = log;
        this.unsettled = unsettled;
    }

    /**
     * Drops the cached aggregate of a commit that failed. When the lock is busy, its holder or the next one does this.
     */
    void mend(String stream) {
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
                unsettled.lockTaken(stream);
                return lock;
            } catch (LockAcquisitionFailedException busy) {
                if (attempt == ATTEMPTS || !log.writable()) {
                    throw busy;
                }
            }
        }
    }
}
