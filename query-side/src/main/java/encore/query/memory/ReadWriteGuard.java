package encore.query.memory;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Separates the many readers of something in memory from its one writer: a reader sees a change whole or not at all.
 * Its owner says which fields it guards: Error Prone cannot check that, since reads and writes are lambdas.
 */
public final class ReadWriteGuard {

    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    public void write(Runnable changes) {
        lock.writeLock().lock();
        try {
            changes.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    public <R> R read(Supplier<R> answer) {
        lock.readLock().lock();
        try {
            return answer.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Returns the lock that keeps readers out, for a writer that makes its change in parts. */
    public Lock writeLock() {
        return lock.writeLock();
    }
}
