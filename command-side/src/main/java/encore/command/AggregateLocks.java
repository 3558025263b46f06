package encore.command;

import encore.infra.eventstore.axon.Unsettled;
import encore.infra.eventstore.log.EventLog;
import org.axonframework.common.lock.Lock;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.lock.PessimisticLockFactory;

/**
 * One command at a time decides on each aggregate, in one process. Who holds a lock while the store is away may hold it for
 * long: nobody waits for that.
 */
final class AggregateLocks implements LockFactory {

    private static final int ATTEMPTS = 10;
    private static final int EACH_MILLIS = 1_000;

    /** Of Axon's attempts the first does not wait, and the last does not take place. */
    private static final int WAITING_ONCE = 3;

    /** The default looks for deadlocks every 10 ms in each waiting thread; a command holds one lock, so there are none. */
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

    /** Has an aggregate dropped that will never come to be, unless the next command does it. */
    void mend(String stream) {
        try {
            obtainLock(stream).release();
        } catch (LockAcquisitionFailedException busy) {
            // Who holds it, or waits for it, finds the same.
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
