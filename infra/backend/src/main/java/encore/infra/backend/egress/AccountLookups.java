package encore.infra.backend.egress;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs the look-ups of one account on threads that all accounts share. An account uses a quarter of the threads at most. */
final class AccountLookups implements Executor {

    private static final int AT_A_TIME = 16;
    private static final int MAX_WAITING = 1_000;

    private final Executor threads;

    @GuardedBy("this")
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private int running;

    AccountLookups(Executor threads) {
        this.threads = threads;
    }

    @Override
    public synchronized void execute(Runnable lookup) {
        if (running < AT_A_TIME) {
            threads.execute(() -> run(lookup));
            running++;
        } else if (waiting.size() < MAX_WAITING) {
            waiting.add(lookup);
        } else {
            throw new RejectedExecutionException("Too many look-ups of this account are waiting");
        }
    }

    private void run(Runnable lookup) {
        try {
            lookup.run();
        } finally {
            runNext();
        }
    }

    private synchronized void runNext() {
        Runnable next = waiting.poll();
        if (next == null) {
            running--;
            return;
        }
        try {
            threads.execute(() -> run(next));
        } catch (RejectedExecutionException closed) {
            // The client was closed, so nobody waits for the look-ups any more.
            waiting.clear();
        }
    }
}
