package encore.infra.eventstore.mongo.writer;

import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import encore.infra.eventstore.log.commit.AppendFailure.Unknown;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.Predecessor;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.types.Binary;

/**
 * A commit that waits for the writer, with its outcome and whether it was sent. A commit that was not sent can be given
 * back to its caller. The outcome of a sent commit is known only from the log; its caller need not wait for that.
 */
final class PendingAppend {

    private final NewCommit commit;
    private final CompletableFuture<AppendedCommit> outcome = new CompletableFuture<>();
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);

    private enum Stage {
        QUEUED,
        SENT,
        GIVEN_BACK
    }

    PendingAppend(NewCommit commit) {
        this.commit = commit;
    }

    NewCommit commit() {
        return commit;
    }

    CompletableFuture<AppendedCommit> outcome() {
        return outcome;
    }

    /** Marks the commit as sent. Returns false if it was given back meanwhile and must not be sent. */
    boolean markSent() {
        return stage.compareAndSet(Stage.QUEUED, Stage.SENT);
    }

    /**
     * Marks a sent commit as queued again: it was not written, and cannot be written at the position that it was sent
     * to.
     */
    void markQueued() {
        stage.set(Stage.QUEUED);
    }

    /**
     * Ends the caller's wait. A commit that was not sent fails, and the caller may send it again. A sent one fails with
     * an unknown outcome when the database is silent; otherwise it goes on.
     */
    void timeOut(boolean databaseSilent) {
        if (stage.compareAndSet(Stage.QUEUED, Stage.GIVEN_BACK)) {
            fail(new Unavailable("The database does not answer"));
        } else if (databaseSilent) {
            fail(new Unknown("The database does not answer"));
        }
    }

    void fail(Throwable failure) {
        outcome.completeExceptionally(failure);
    }

    long bytes() {
        long bytes = 0;
        for (NewEvent event : commit.events()) {
            bytes += 256L + event.stream().length() + event.metadata().length + event.payload().length;
        }
        return bytes;
    }

    Set<String> streams() {
        Set<String> streams = new HashSet<>();
        commit.events().forEach(event -> streams.add(event.stream()));
        return streams;
    }

    Set<Binary> uniqueIds(LogHash hash) {
        Set<Binary> unique = new HashSet<>();
        if (commit.request() != null) {
            unique.add(new Binary(commit.request().key().id()));
        }
        commit.onceKeys().forEach(key -> unique.add(CommitDocument.keyId(key.key(), hash)));
        return unique;
    }

    /**
     * Returns whether the commit directly follows the one that it was decided on.
     *
     * @param last the ids of the commits that wrote the last events of streams
     */
    boolean follows(String stream, Map<String, byte[]> last) {
        Predecessor predecessor = commit.predecessor();
        return predecessor != null
                && predecessor.stream().equals(stream)
                && Arrays.equals(predecessor.commit(), last.get(stream));
    }
}
