package encore.api.live.history;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import encore.api.journal.OperationJournal;
import encore.api.problems.Ids;
import encore.infra.backend.Caller;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * Records in the journal of operations that a client reads what a stream had before it came. A client that does so again and
 * again makes one entry an hour for each stream, so that it cannot fill the log by reading.
 */
public final class HistoryReads {

    private static final int MAX_REMEMBERED = 10_000;

    private final OperationJournal journal;
    private final Cache<Read, Boolean> recorded = Caffeine.newBuilder()
            .maximumSize(MAX_REMEMBERED)
            .expireAfterWrite(Duration.ofHours(1))
            .executor(Runnable::run)
            .build();

    private record Read(long account, String actor, String stream) {}

    public HistoryReads(OperationJournal journal) {
        this.journal = journal;
    }

    /** Records the read of a stream from a position on. */
    public Mono<Void> note(Caller caller, String stream) {
        Read read = new Read(caller.account(), caller.actor(), stream);
        return recorded.asMap().putIfAbsent(read, true) != null
                ? Mono.empty()
                : journal.note(caller, "ReadHistory", stream, Ids.requestId());
    }
}
