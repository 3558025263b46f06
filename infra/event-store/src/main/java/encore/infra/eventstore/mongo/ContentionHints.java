package encore.infra.eventstore.mongo;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
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
 * Tells the winner of a race for a stream that another process lost it; otherwise the winner does not see that. A hint
 * that is lost or late costs one turn. The writer's thread calls this class; the database is queried on another thread.
 */
final class ContentionHints {

    private static final long EVERY = Duration.ofMillis(25).toNanos();
    private static final long EVERY_ALONE = Duration.ofMillis(250).toNanos();
    private static final int MOST = 1_000;

    private final MongoCollection<Document> wanted;
    private final String by;
    private final Set<String> lost = new HashSet<>();
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean asking = new AtomicBoolean();
    private long askedAt;

    ContentionHints(Database database, String by) {
        this.wanted = database.collection("wanted").withWriteConcern(WriteConcern.W1);
        this.by = by;
    }

    /** Notes that another process appended to a stream that this process wanted to append to. */
    void lost(String stream) {
        if (lost.size() < MOST) {
            lost.add(stream);
        }
    }

    /**
     * Sends the lost streams and passes on the streams that others want, now and then. It does not wait for the
     * database.
     */
    void exchange(Consumer<String> tell, boolean inCompany) {
        for (String stream = heard.poll(); stream != null; stream = heard.poll()) {
            tell.accept(stream);
        }
        long now = System.nanoTime();
        boolean due = now - askedAt >= (inCompany || !lost.isEmpty() ? EVERY : EVERY_ALONE);
        if (due && asking.compareAndSet(false, true)) {
            askedAt = now;
            List<String> said = List.copyOf(lost);
            lost.clear();
            Thread.ofVirtual().name("log-hints").start(() -> ask(said));
        }
    }

    private void ask(List<String> said) {
        try {
            said.forEach(stream -> wanted.replaceOne(
                    Filters.eq("_id", stream + ' ' + by),
                    new Document("_id", stream + ' ' + by)
                            .append("stream", stream)
                            .append("by", by),
                    new ReplaceOptions().upsert(true)));
            List<Object> ids = new ArrayList<>();
            for (Document want : wanted.find(Filters.ne("by", by))) {
                heard.add(want.getString("stream"));
                ids.add(want.get("_id"));
            }
            if (!ids.isEmpty()) {
                wanted.deleteMany(Filters.in("_id", ids));
            }
        } catch (MongoException | IllegalStateException e) {
            Writer.LOG.debug("Hints between writers could not be exchanged: {}", e.getMessage());
        } finally {
            asking.set(false);
        }
    }
}
