package encore.infra.eventstore.axon;

import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.OnceKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The last commit of each stream that is in the log's queue and not durable yet. The cached aggregate is ahead by it: what
 * is decided on that stands on this commit, and fails with it. A commit here that failed tells the stream's next command to
 * load anew; so it stays until somebody has the stream's lock.
 */
public final class Unsettled {

    private final ConcurrentMap<String, Basis> last = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, CompletableFuture<Appended>> keys = new ConcurrentHashMap<>();
    private final AggregateCache cache;

    public Unsettled(AggregateCache cache) {
        this.cache = cache;
    }

    /**
     * What a decision stands on besides durable events.
     *
     * @param all completes when its outcome is known and those of all before it are: one may fail before them
     */
    record Basis(byte[] commit, CompletableFuture<Appended> outcome, CompletableFuture<?> all, long since) {

        boolean hasFailed() {
            return outcome.isCompletedExceptionally();
        }

        /** Waits until it is durable. */
        void settle(String stream) {
            awaitOutcome(outcome);
            if (hasFailed()) {
                throw new AppendFailure.Undone(stream);
            }
        }
    }

    /** Whoever has the lock of the stream finds an aggregate that may come to be, or none and nothing in the queue. */
    public void lockTaken(String stream) {
        Basis basis = last.get(stream);
        if (basis != null && basis.hasFailed()) {
            cache.remove(stream);
            settled(stream);
        }
    }

    /** The stream's lock is held. */
    @Nullable
    Basis of(String stream) {
        return last.get(stream);
    }

    /** The stream's lock is held, and its aggregate was decided on up to this commit. */
    void queued(String stream, NewCommit commit, CompletableFuture<Appended> outcome) {
        Basis before = last.get(stream);
        CompletableFuture<?> known = outcome.handle((where, failure) -> where);
        Basis basis = new Basis(
                commit.id(),
                outcome,
                before == null ? known : before.all.thenCombine(known, (all, where) -> where),
                System.nanoTime());
        last.put(stream, basis);
        commit.onceKeys().forEach(key -> keys.put(key.key(), outcome));
        outcome.whenComplete((where, failure) -> {
            commit.onceKeys().stream().map(OnceKey::key).forEach(key -> keys.remove(key, outcome));
            if (failure == null) {
                last.remove(stream, basis);
            }
        });
    }

    /** Waits until nothing of the stream is in the queue, so that what is loaded is not behind it; the lock is held. */
    void settled(String stream) {
        Basis basis = last.get(stream);
        if (basis != null) {
            basis.all.join();
            last.remove(stream, basis);
        }
    }

    /** Waits for the commit in the queue that uses a once-key; answers whether there was one. */
    boolean settledKey(String key) {
        CompletableFuture<Appended> outcome = keys.get(key);
        if (outcome == null) {
            return false;
        }
        awaitOutcome(outcome);
        return true;
    }

    private static void awaitOutcome(CompletableFuture<?> outcome) {
        outcome.handle((where, failure) -> where).join();
    }

    /** Waits for a commit's outcome. */
    static Appended join(CompletableFuture<Appended> outcome) {
        try {
            return outcome.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof AppendFailure failure ? failure : e;
        }
    }
}
