package encore.infra.eventstore.mongo.writer;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import encore.infra.eventstore.mongo.commits.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.bson.Document;

/**
 * Lets the winner of a race for a stream know that another process lost it; otherwise the winner does not see that. A hint
 * that is lost or late costs one turn. The writer's thread calls this class; the database is queried on another thread.
 */
public final class ContentionHints {

    private static final long INTERVAL = Duration.ofMillis(25).toNanos();
    private static final long INTERVAL_ALONE = Duration.ofMillis(250).toNanos();
    private static final int MAX_STREAMS = 1_000;

    private final MongoCollection<Document> hints;
    private final String by;
    private final Set<String> addLost = new HashSet<>();
    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean exchanging = new AtomicBoolean();
    private long exchangedAt;

    public ContentionHints(Database database, String by) {
        this.hints = database.collection("wanted").withWriteConcern(WriteConcern.W1);
        this.by = by;
    }

    /** Notes that another process appended to a stream that this process wanted to append to. */
    void addLost(String stream) {
        if (addLost.size() < MAX_STREAMS) {
            addLost.add(stream);
        }
    }

    /**
     * Sends the lost streams and passes on the streams that others want, now and then. It does not wait for the
     * database.
     */
    void exchange(Consumer<String> onWanted, boolean inCompany) {
        for (String stream = received.poll(); stream != null; stream = received.poll()) {
            onWanted.accept(stream);
        }
        long now = System.nanoTime();
        boolean due = now - exchangedAt >= (inCompany || !addLost.isEmpty() ? INTERVAL : INTERVAL_ALONE);
        if (due && exchanging.compareAndSet(false, true)) {
            exchangedAt = now;
            List<String> lostStreams = List.copyOf(addLost);
            addLost.clear();
            Thread.ofVirtual().name("log-hints").start(() -> exchangeWithDatabase(lostStreams));
        }
    }

    private void exchangeWithDatabase(List<String> lostStreams) {
        try {
            lostStreams.forEach(stream -> hints.replaceOne(
                    Filters.eq("_id", stream + ' ' + by),
                    new Document("_id", stream + ' ' + by)
                            .append("stream", stream)
                            .append("by", by),
                    new ReplaceOptions().upsert(true)));
            List<Object> ids = new ArrayList<>();
            for (Document want : hints.find(Filters.ne("by", by))) {
                received.add(want.getString("stream"));
                ids.add(want.get("_id"));
            }
            if (!ids.isEmpty()) {
                hints.deleteMany(Filters.in("_id", ids));
            }
        } catch (MongoException | IllegalStateException e) {
            MongoLogWriter.LOG.debug("Hints between writers could not be exchanged: {}", e.getMessage());
        } finally {
            exchanging.set(false);
        }
    }
}
