package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import encore.infra.eventstore.heads.HeadStore;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.kernel.audit.SignedHead;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Stores the signed heads in the log's database, by their time. */
public final class MongoHeadStore implements HeadStore {

    static final String COLLECTION = "heads";

    private final MongoCollection<Document> heads;

    public MongoHeadStore(MongoEventLog log) {
        this(log.database());
    }

    MongoHeadStore(Database database) {
        heads = database.collection(COLLECTION);
    }

    @Override
    public void save(SignedHead head) {
        Database.withRetry(() -> heads.replaceOne(
                eq("_id", head.at()),
                new Document("_id", head.at())
                        .append("position", head.position())
                        .append("hash", head.hash())
                        .append("signature", head.signature())
                        .append("public_key", head.publicKey()),
                new ReplaceOptions().upsert(true)));
    }

    @Override
    public List<SignedHead> after(long at, int limit) {
        return Database.withRetry(() -> {
            List<SignedHead> found = new ArrayList<>();
            FindIterable<Document> documents =
                    heads.find(gt("_id", at)).sort(Sorts.ascending("_id")).limit(limit);
            for (Document document : documents) {
                found.add(head(document));
            }
            return found;
        });
    }

    @Override
    public @Nullable SignedHead last() {
        Document last = Database.<@Nullable Document>withRetry(
                () -> heads.find().sort(Sorts.descending("_id")).limit(1).first());
        return last == null ? null : head(last);
    }

    private static SignedHead head(Document document) {
        return new SignedHead(
                CommitDocument.number(document, "position"),
                document.getString("hash"),
                CommitDocument.number(document, "_id"),
                document.getString("signature"),
                document.getString("public_key"));
    }
}
