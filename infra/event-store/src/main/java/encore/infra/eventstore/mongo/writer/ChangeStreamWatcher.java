package encore.infra.eventstore.mongo.writer;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the writer when another process appends, if the server has change streams; without them the writer's poll finds
 * the commits. The stream only wakes: commits are read by position, so nothing depends on what the stream contains,
 * repeats or leaves out.
 */
public final class ChangeStreamWatcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeStreamWatcher.class);
    private static final long POLL_MILLIS = Duration.ofMillis(500).toMillis();
    private static final long RETRY_PAUSE = Duration.ofSeconds(1).toNanos();

    private final MongoCollection<Document> commits;
    private final Runnable wake;
    private final Thread thread =
            Thread.ofPlatform().name("log-changes").daemon().unstarted(this::run);
    private volatile boolean closed;

    public ChangeStreamWatcher(MongoCollection<Document> commits, Runnable wake) {
        this.commits = commits;
        this.wake = wake;
    }

    public void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> news = commits.watch(List.of(
                            Aggregates.match(Filters.eq("operationType", "insert")),
                            Aggregates.project(Projections.include("_id", "operationType", "documentKey"))))
                    .maxAwaitTime(POLL_MILLIS, TimeUnit.MILLISECONDS)
                    .cursor()) {
                while (!closed) {
                    if (news.tryNext() != null) {
                        wake.run();
                    }
                }
            } catch (MongoCommandException e) {
                LOG.info("The server has no change streams, so the log is polled instead ({})", e.getErrorCode());
                return;
            } catch (MongoException e) {
                LockSupport.parkNanos(this, RETRY_PAUSE);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
