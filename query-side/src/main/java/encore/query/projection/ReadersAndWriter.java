package encore.query.projection;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** Keeps the many who read something in memory and the one who changes it apart: a change is seen whole or not at all. */
public final class ReadersAndWriter {

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

    /** What keeps readers out, for who changes a part of it by itself. */
    public Lock writing() {
        return lock.writeLock();
    }
}
