package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import java.util.OptionalLong;
import org.bson.Document;

/** Stores the automations' positions beside the log. */
public final class MongoTokenStore implements TokenStore {

    static final String COLLECTION = "tokens";
    static final String POSITION = "position";

    private final MongoCollection<Document> tokens;

    public MongoTokenStore(MongoEventLog log) {
        tokens = log.database().collection(COLLECTION);
    }

    @Override
    public OptionalLong position(String processor) {
        return Database.withRetry(() -> {
            Document found = tokens.find(eq("_id", processor)).first();
            return found == null ? OptionalLong.empty() : OptionalLong.of(CommitDocument.number(found, POSITION));
        });
    }

    @Override
    public void advance(String processor, long position) {
        Database.withRetry(() -> tokens.updateOne(
                eq("_id", processor), Updates.max(POSITION, position), new UpdateOptions().upsert(true)));
    }
}
