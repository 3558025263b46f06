package encore.command.imports;

import encore.kernel.Refusal;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Limits the rows of an account that are decided at the same time, over all its calls on this node, so that commands of
 * other accounts do not wait for an import.
 */
@Component
class ImportTurns {

    /** The most rows of an account that are decided at once. */
    static final int MAX_ROWS = 16;

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final ConcurrentMap<Long, Semaphore> free = new ConcurrentHashMap<>();

    /** Decides some rows as soon as so many of the account are free. */
    <R> R run(long account, int rows, Supplier<R> decision) {
        Semaphore semaphore = free.computeIfAbsent(account, any -> new Semaphore(MAX_ROWS, true));
        acquire(semaphore, rows);
        try {
            return decision.get();
        } finally {
            semaphore.release(rows);
        }
    }

    private static void acquire(Semaphore semaphore, int rows) {
        try {
            if (semaphore.tryAcquire(rows, MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "imports-busy",
                "Other imports of the account are running. Send the same rows again.");
    }
}
