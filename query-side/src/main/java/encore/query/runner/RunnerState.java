package encore.query.runner;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The progress of one partition's runner. Its lock is held during each step of the runner and during each change from
 * outside, such as a switch of versions or the retry of a dead letter.
 *
 * <p>The classes that change the state get it as a parameter of each method. A method with {@code
 * &#64;GuardedBy("state.lock")} is called by a thread that holds the lock, which Error Prone checks. Other methods take
 * the lock themselves. The lock is re-entrant, so they may also be called by a thread that holds it.
 */
final class RunnerState {

    /** Fair, so that a caller from outside gets its turn while the runner takes one step after another. */
    final ReentrantLock lock = new ReentrantLock(true);

    /** Whether this process has read the stored position since it became the owner or since a commit failed. */
    @GuardedBy("lock")
    boolean prepared;

    /** The last position read from the log; for a follower, the position that the owner has published. */
    @GuardedBy("lock")
    long position;

    /** The position in the store. It may be less than {@link #position} after events of other types. */
    @GuardedBy("lock")
    long stored;

    /** The time of the last attempt to store the position, as {@link System#nanoTime}. */
    @GuardedBy("lock")
    long storedAt = System.nanoTime();

    /** Runs an action while the runner does nothing else. */
    <R> R runExclusively(Supplier<R> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the last position read. A switch of versions moves it on another thread than the runner's. */
    long lastPosition() {
        lock.lock();
        try {
            return position;
        } finally {
            lock.unlock();
        }
    }

    /** Records that a position is in the store now. */
    @GuardedBy("lock")
    void recordStored(long last) {
        stored = last;
        storedAt = System.nanoTime();
    }
}
