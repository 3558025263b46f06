package encore.infra.eventstore.axon;

import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.OnceKey;
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
public final class PendingCommits {

    private final ConcurrentMap<String, PendingCommit> lastCommits = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, CompletableFuture<AppendedCommit>> outcomesByKey = new ConcurrentHashMap<>();
    private final AggregateCache cache;

    public PendingCommits(AggregateCache cache) {
        this.cache = cache;
    }

    /**
     * A queued commit that later decisions depend on.
     *
     * @param chain completes when the outcomes of this commit and of all before it are known; this one may fail before
     *     they do
     */
    record PendingCommit(
            byte[] commit, CompletableFuture<AppendedCommit> outcome, CompletableFuture<?> chain, long queuedAt) {

        boolean hasFailed() {
            return outcome.isCompletedExceptionally();
        }

        /** Waits until the commit is durable, and fails when it failed. */
        void awaitDurable(String stream) {
            awaitOutcome(outcome);
            if (hasFailed()) {
                throw new AppendFailure.PredecessorMissing(stream);
            }
        }
    }

    /**
     * Removes the cached aggregate when the stream's last commit has failed. Then the command finds either an aggregate
     * whose events may still become durable, or none, and nothing in the queue.
     */
    public void onLockTaken(String stream) {
        PendingCommit pendingCommit = lastCommits.get(stream);
        if (pendingCommit != null && pendingCommit.hasFailed()) {
            cache.remove(stream);
            awaitStream(stream);
        }
    }

    /** Returns the stream's last queued commit, or null. The stream's lock must be held. */
    @Nullable
    PendingCommit lastOf(String stream) {
        return lastCommits.get(stream);
    }

    /**
     * Adds a commit that was queued. The stream's lock must be held, and the cached aggregate must contain the commit.
     */
    void add(String stream, NewCommit commit, CompletableFuture<AppendedCommit> outcome) {
        PendingCommit before = lastCommits.get(stream);
        CompletableFuture<?> known = outcome.handle((where, failure) -> where);
        PendingCommit pendingCommit = new PendingCommit(
                commit.id(),
                outcome,
                before == null ? known : before.chain.thenCombine(known, (all, where) -> where),
                System.nanoTime());
        lastCommits.put(stream, pendingCommit);
        commit.onceKeys().forEach(key -> outcomesByKey.put(key.key(), outcome));
        outcome.whenComplete((where, failure) -> {
            commit.onceKeys().stream().map(OnceKey::key).forEach(key -> outcomesByKey.remove(key, outcome));
            if (failure == null) {
                lastCommits.remove(stream, pendingCommit);
            }
        });
    }

    /** Waits until no commit of the stream is queued, so that a load misses nothing. The stream's lock must be held. */
    void awaitStream(String stream) {
        PendingCommit pendingCommit = lastCommits.get(stream);
        if (pendingCommit != null) {
            pendingCommit.chain.join();
            lastCommits.remove(stream, pendingCommit);
        }
    }

    /** Waits for the queued commit that uses a once-key. Returns whether there was one. */
    boolean awaitKey(String key) {
        CompletableFuture<AppendedCommit> outcome = outcomesByKey.get(key);
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
    static AppendedCommit join(CompletableFuture<AppendedCommit> outcome) {
        try {
            return outcome.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof AppendFailure failure ? failure : e;
        }
    }
}
