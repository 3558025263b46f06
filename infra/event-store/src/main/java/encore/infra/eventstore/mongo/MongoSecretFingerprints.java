package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import java.util.HashMap;
import java.util.Map;
import org.bson.Document;
import org.bson.types.Binary;

/** Stores the marks in the log's own database, so that the log and the marks of its keys are backed up together. */
public final class MongoSecretFingerprints implements SecretFingerprints {

    private static final String COLLECTION = "secret_marks";
    private static final String FINGERPRINT = "fingerprint";

    private final MongoEventLog log;
    private final MongoCollection<Document> marks;

    public MongoSecretFingerprints(MongoEventLog log) {
        this.log = log;
        marks = log.database().collection(COLLECTION);
    }

    @Override
    public boolean hasEvents() {
        return log.head() > 0;
    }

    @Override
    public Map<String, byte[]> all() {
        return Database.withRetry(() -> {
            Map<String, byte[]> found = new HashMap<>();
            for (Document mark : marks.find()) {
                found.put(mark.getString("_id"), CommitDocument.bytes(mark, FINGERPRINT));
            }
            return found;
        });
    }

    @Override
    public void put(String name, byte[] fingerprint) {
        Database.withRetry(() -> marks.updateOne(
                eq("_id", name), Updates.set(FINGERPRINT, new Binary(fingerprint)), new UpdateOptions().upsert(true)));
    }
}
