package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.AppendFailure.Unavailable;
import encore.infra.eventstore.log.AppendFailure.Unknown;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.Behind;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.types.Binary;

/**
 * Holds a commit that waits for the writer, its outcome, and whether it was sent: one that was not is given back to its
 * caller, of one that was only reading tells, which its caller need not wait for.
 */
final class Append {

    private final NewCommit commit;
    private final CompletableFuture<Appended> outcome = new CompletableFuture<>();
    private final AtomicReference<Place> place = new AtomicReference<>(Place.QUEUED);

    private enum Place {
        QUEUED,
        SENT,
        GIVEN_BACK
    }

    Append(NewCommit commit) {
        this.commit = commit;
    }

    NewCommit commit() {
        return commit;
    }

    CompletableFuture<Appended> outcome() {
        return outcome;
    }

    /** Whether it is to be sent now: not when it was given back meanwhile. */
    boolean send() {
        return place.compareAndSet(Place.QUEUED, Place.SENT);
    }

    /** It was sent and not written, and never can be where it was sent. */
    void takeBack() {
        place.set(Place.QUEUED);
    }

    /**
     * Gives it back to its caller, who may send it again. Of one that was sent it is not known what becomes of it, which is
     * said when the database is silent; else it goes on.
     */
    void giveUp(boolean silent) {
        if (place.compareAndSet(Place.QUEUED, Place.GIVEN_BACK)) {
            fail(new Unavailable("The database does not answer"));
        } else if (silent) {
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

    Set<Binary> unique(LogHash hash) {
        Set<Binary> unique = new HashSet<>();
        if (commit.request() != null) {
            unique.add(new Binary(commit.request().key().id()));
        }
        commit.onceKeys().forEach(key -> unique.add(CommitDocument.keyId(key.key(), hash)));
        return unique;
    }

    /** @param last the commits that wrote the last events of streams */
    boolean standsBehind(String stream, Map<String, byte[]> last) {
        Behind behind = commit.behind();
        return behind != null && behind.stream().equals(stream) && Arrays.equals(behind.commit(), last.get(stream));
    }
}
