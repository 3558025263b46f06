package encore.query.runner.positions;

import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.PriorityBlockingQueue;

/**
 * Keeps queries that wait for a position, and completes them when it is reached. Queries may come from any thread. The
 * position is moved under the runner's lock.
 */
public final class PositionWaiters {

    private final PriorityBlockingQueue<Waiter> waiters =
            new PriorityBlockingQueue<>(11, Comparator.comparingLong(Waiter::position));
    private volatile long reached;
    private volatile boolean ended;

    /**
     * Starts at a position.
     *
     * @param reached the position at first; -1 where even queries at position 0 have to wait
     */
    public PositionWaiters(long reached) {
        this.reached = reached;
    }

    public long reached() {
        return reached;
    }

    /** Completes with true when the position is reached; with false when it never will be. */
    public CompletableFuture<Boolean> whenReached(long position) {
        if (reached >= position) {
            return CompletableFuture.completedFuture(true);
        }
        var waiter = new Waiter(position, new CompletableFuture<>());
        waiters.add(waiter);
        // A caller that gives up must leave the queue.
        waiter.answer.whenComplete((answer, failure) -> waiters.remove(waiter));
        if (ended) {
            waiter.answer.complete(false);
        } else if (reached >= position) {
            waiter.answer.complete(true);
        }
        return waiter.answer;
    }

    /** Returns the lowest position for which a query waits, or -1. */
    public long lowestWanted() {
        Waiter first = waiters.peek();
        return first == null ? -1 : first.position;
    }

    public void moveTo(long position) {
        reached = Math.max(reached, position);
        for (Waiter first = waiters.peek(); first != null && first.position <= position; first = waiters.peek()) {
            waiters.remove(first);
            first.answer.complete(true);
        }
    }

    public void end() {
        ended = true;
        for (Waiter first = waiters.poll(); first != null; first = waiters.poll()) {
            first.answer.complete(false);
        }
    }

    private record Waiter(long position, CompletableFuture<Boolean> answer) {}
}
