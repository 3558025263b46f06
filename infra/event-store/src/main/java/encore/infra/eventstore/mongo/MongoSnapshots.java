package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.mongo.commits.MongoHead;
import java.util.Collection;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/** Stores snapshots of aggregates. They may be lost without harm. */
final class MongoSnapshots {

    static final String COLLECTION = "snapshots";
    private static final String SUBJECT = "subject";

    private final MongoCollection<Document> snapshots;

    MongoSnapshots(Database database) {
        snapshots = database.collection(COLLECTION);
        snapshots.createIndex(Indexes.ascending(SUBJECT));
    }

    /** @param commit the head after the commit that contains the snapshot's last event */
    void put(StoredSnapshot snapshot, MongoHead commit) {
        try {
            snapshots.replaceOne(
                    and(eq("_id", snapshot.stream()), lte("sequence", snapshot.sequence())),
                    new Document("_id", snapshot.stream())
                            .append("position", commit.position())
                            .append("head", new Binary(commit.hash()))
                            .append("sequence", snapshot.sequence())
                            .append("type", snapshot.type())
                            .append("revision", snapshot.revision())
                            .append("state", new Binary(snapshot.state()))
                            .append(SUBJECT, snapshot.subject()),
                    new ReplaceOptions().upsert(true));
        } catch (MongoWriteException e) {
            // A newer snapshot is already stored.
            if (!Database.isDuplicate(e)) {
                throw e;
            }
        }
    }

    /** A snapshot with the last position of its commit and the log's head hash there. */
    record PositionedSnapshot(StoredSnapshot snapshot, long position, byte[] head) {}

    /** Returns a stream's snapshot or null. A snapshot of an older build, without its commit's head, is ignored. */
    @Nullable
    PositionedSnapshot get(String stream) {
        Document found = snapshots.find(eq("_id", stream)).first();
        return found == null || found.get("head") == null
                ? null
                : new PositionedSnapshot(
                        new StoredSnapshot(
                                stream,
                                CommitDocument.number(found, "sequence"),
                                found.getString("type"),
                                found.getString("revision"),
                                CommitDocument.bytes(found, "state"),
                                found.getString(SUBJECT)),
                        CommitDocument.number(found, "position"),
                        CommitDocument.bytes(found, "head"));
    }

    void delete(String stream) {
        snapshots.deleteOne(eq("_id", stream));
    }

    void deleteOf(Collection<String> subjects) {
        snapshots.deleteMany(in(SUBJECT, subjects));
    }
}
