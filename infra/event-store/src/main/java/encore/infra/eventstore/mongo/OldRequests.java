package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import encore.infra.eventstore.log.StoreUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.bson.Document;
import org.bson.types.Binary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes requests that are older than 8 days from their commits. It does not use a TTL index, which not every server
 * has. Every process runs it once a minute and continues where the last run ended, in whichever process that was.
 */
final class OldRequests implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OldRequests.class);
    private static final long KEPT = Duration.ofDays(8).toMillis();
    private static final int AT_ONCE = 500;

    private final MongoCollection<Document> collection;
    private final MongoCollection<Document> meta;
    private final Commits commits;
    private final LongUnaryOperator positionAt;
    private final LongSupplier clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log-housekeeping").factory());

    OldRequests(Database database, Commits commits, LongUnaryOperator positionAt, LongSupplier clock) {
        this.collection = database.collection(Commits.COLLECTION);
        this.meta = database.collection("meta");
        this.commits = commits;
        this.positionAt = positionAt;
        this.clock = clock;
    }

    void start() {
        thread.scheduleWithFixedDelay(this::calmly, 60, 60, TimeUnit.SECONDS);
    }

    private void calmly() {
        try {
            forget();
        } catch (MongoException | StoreUnavailable e) {
            LOG.warn("Old requests could not be removed; trying again in a minute: {}", e.getMessage());
        }
    }

    void forget() {
        long upTo = positionAt.applyAsLong(clock.getAsLong() - KEPT);
        Document reached = meta.find(eq("_id", "requests")).first();
        long from = reached == null ? 0 : CommitDocument.number(reached, "position");
        while (from < upTo) {
            long to = Math.min(upTo, from + AT_ONCE);
            List<WriteModel<Document>> forgotten = new ArrayList<>();
            for (CommitDocument commit : commits.at(from + 1, to)) {
                if (commit.request() != null) {
                    List<Binary> ids = new ArrayList<>(commit.ids());
                    ids.remove(1);
                    forgotten.add(new UpdateOneModel<>(
                            eq("_id", commit.first()),
                            Updates.combine(Updates.set("ids", ids), Updates.unset("request"))));
                }
            }
            if (!forgotten.isEmpty()) {
                collection.bulkWrite(forgotten);
            }
            meta.updateOne(eq("_id", "requests"), Updates.set("position", to), new UpdateOptions().upsert(true));
            from = to;
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("The removal of old requests did not end within 10 seconds of closing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
