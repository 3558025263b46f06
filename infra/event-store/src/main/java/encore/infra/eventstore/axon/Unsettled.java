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
 * Keeps the last commit of each stream that is queued and not durable yet. The cached aggregate already contains it.
 * Commands that are decided on that state depend on the commit, and fail when it fails. A failed commit stays here
 * until a command takes the stream's lock; that command must load the aggregate again.
 */
public final class Unsettled {

    private final ConcurrentMap<String, Basis> last = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, CompletableFuture<Appended>> keys = new ConcurrentHashMap<>();
    private final AggregateCache cache;

    public Unsettled(AggregateCache cache) {
        this.cache = cache;
    }

    /**
     * A queued commit that later decisions depend on.
     *
     * @param all completes when the outcomes of this commit and of all before it are known; this one may fail before
     *     they do
     */
    record Basis(byte[] commit, CompletableFuture<Appended> outcome, CompletableFuture<?> all, long since) {

        boolean hasFailed() {
            return outcome.isCompletedExceptionally();
        }

        /** Waits until the commit is durable, and fails when it failed. */
        void settle(String stream) {
            awaitOutcome(outcome);
            if (hasFailed()) {
                throw new AppendFailure.Undone(stream);
            }
        }
    }

    /**
     * Removes the cached aggregate when the stream's last commit has failed. Then the command finds either an aggregate
     * whose events may still become durable, or none, and nothing in the queue.
     */
    public void lockTaken(String stream) {
        Basis basis = last.get(stream);
        if (basis != null && basis.hasFailed()) {
            cache.remove(stream);
            settled(stream);
        }
    }

    /** Returns the stream's last queued commit, or null. The stream's lock must be held. */
    @Nullable
    Basis of(String stream) {
        return last.get(stream);
    }

    /**
     * Adds a commit that was queued. The stream's lock must be held, and the cached aggregate must contain the commit.
     */
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

    /** Waits until no commit of the stream is queued, so that a load misses nothing. The stream's lock must be held. */
    void settled(String stream) {
        Basis basis = last.get(stream);
        if (basis != null) {
            basis.all.join();
            last.remove(stream, basis);
        }
    }

    /** Waits for the queued commit that uses a once-key. Returns whether there was one. */
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

    /** Returns a commit's outcome as soon as it is known, or throws its failure. */
    static Appended join(CompletableFuture<Appended> outcome) {
        try {
            return outcome.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof AppendFailure failure ? failure : e;
        }
    }
}
