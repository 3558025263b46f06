package encore.query.runner;

import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.PriorityBlockingQueue;

/** Parks those who wait for a position until it is reached. */
final class Waiting {

    private final PriorityBlockingQueue<Waiter> waiters =
            new PriorityBlockingQueue<>(11, Comparator.comparingLong(Waiter::position));
    private volatile long reached;
    private volatile boolean over;

    /** @param reached at first; -1 where even position 0 is to be waited for */
    Waiting(long reached) {
        this.reached = reached;
    }

    long reached() {
        return reached;
    }

    /** Completes with true when the position is reached; with false when it never will be. */
    CompletableFuture<Boolean> until(long position) {
        if (reached >= position) {
            return CompletableFuture.completedFuture(true);
        }
        var waiter = new Waiter(position, new CompletableFuture<>());
        waiters.add(waiter);
        // Who gives up must not stay in the queue.
        waiter.answer.whenComplete((answer, failure) -> waiters.remove(waiter));
        if (over) {
            waiter.answer.complete(false);
        } else if (reached >= position) {
            waiter.answer.complete(true);
        }
        return waiter.answer;
    }

    /** The nearest position that somebody waits for, or -1. */
    long wanted() {
        Waiter first = waiters.peek();
        return first == null ? -1 : first.position;
    }

    void moveTo(long position) {
        reached = Math.max(reached, position);
        for (Waiter first = waiters.peek(); first != null && first.position <= position; first = waiters.peek()) {
            waiters.remove(first);
            first.answer.complete(true);
        }
    }

    void end() {
        over = true;
        for (Waiter first = waiters.poll(); first != null; first = waiters.poll()) {
            first.answer.complete(false);
        }
    }

    private record Waiter(long position, CompletableFuture<Boolean> answer) {}
}
