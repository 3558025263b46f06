package encore.infra.eventstore.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Chooses the time of each group of commits, and a time up to which readers may count on no more commits. */
final class CommitTimestamps {

    @GuardedBy("this")
    private long promised;

    @GuardedBy("this")
    private long current;

    @GuardedBy("this")
    private boolean writing;

    /** @param head the last time before a restart: readers may have heard that no commit up to it will follow */
    CommitTimestamps(long head) {
        this.promised = head;
    }

    /** Begins a group and returns its time, which is after every time that {@link #settledTime} has returned. */
    synchronized long beginGroup(long now) {
        current = Math.max(now, promised + 1);
        writing = true;
        return current;
    }

    /** Ends a group, which is durable or has failed. */
    synchronized void endGroup() {
        writing = false;
    }

    /**
     * Returns a time: every commit that is not durable yet will have a later one.
     *
     * @param head the time of the last durable commit; while no group is being written, it is returned itself
     */
    synchronized long settledTime(long head) {
        promised = Math.max(promised, writing ? Math.min(head, current - 1) : head);
        return promised;
    }
}
