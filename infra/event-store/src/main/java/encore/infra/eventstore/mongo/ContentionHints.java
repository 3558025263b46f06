package encore.infra.eventstore.mongo;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.Document;

/**
 * Lets a process that loses a stream's next place tell the winner, who otherwise sees nothing of it. A hint: lost or
 * late, it costs a turn. Confined to the writer's thread.
 */
final class ContentionHints {

    private static final long EVERY = Duration.ofMillis(25).toNanos();
    private static final int MOST = 1_000;

    private final MongoCollection<Document> wanted;
    private final String by;
    private final Set<String> lost = new HashSet<>();
    private long lookedAt;

    ContentionHints(Database database, String by) {
        this.wanted = database.collection("wanted").withWriteConcern(WriteConcern.W1);
        this.by = by;
    }

    /** Another has appended to the stream where we wanted to. */
    void lost(String stream) {
        if (lost.size() < MOST) {
            lost.add(stream);
        }
    }

    /** Says what was lost, and hears what others want; now and then. */
    void exchange(Consumer<String> heard) {
        long now = System.nanoTime();
        if (now - lookedAt < EVERY) {
            return;
        }
        lookedAt = now;
        lost.forEach(stream -> wanted.replaceOne(
                Filters.eq("_id", stream + ' ' + by),
                new Document("_id", stream + ' ' + by).append("stream", stream).append("by", by),
                new ReplaceOptions().upsert(true)));
        lost.clear();
        List<Object> ids = new ArrayList<>();
        for (Document want : wanted.find(Filters.ne("by", by))) {
            heard.accept(want.getString("stream"));
            ids.add(want.get("_id"));
        }
        if (!ids.isEmpty()) {
            wanted.deleteMany(Filters.in("_id", ids));
        }
    }
}
