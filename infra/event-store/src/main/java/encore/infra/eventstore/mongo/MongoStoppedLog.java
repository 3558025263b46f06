package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.beside.BesideRows;
import encore.infra.eventstore.beside.ClaimsReport;
import encore.infra.eventstore.beside.ClaimsReport.Wrong;
import encore.infra.eventstore.beside.StoppedLog;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;

/** A log in MongoDB that no node has open. The caller must make sure of that. */
public final class MongoStoppedLog implements StoppedLog {

    private final Database log;
    private final Database keys;
    private final MongoLogRows rows;

    private MongoStoppedLog(Database log, Database keys, MongoLogRows rows) {
        this.log = log;
        this.keys = keys;
        this.rows = rows;
    }

    /** @throws encore.infra.eventstore.log.LogRefused when no server answers there */
    public static MongoStoppedLog open(String uri) {
        return new MongoStoppedLog(
                Database.open(uri, ""), Database.open(uri, MongoKeyStore.SUFFIX), MongoLogRows.open(uri));
    }

    @Override
    public BesideRows rows() {
        return rows;
    }

    @Override
    public List<Witness> witnesses() {
        return MongoWitnesses.of(log, keys);
    }

    @Override
    public void accept(LogVerifier.Report whole) {
        long head = whole.head();
        log.collection(MongoSnapshots.COLLECTION).drop();
        for (Document automation : log.collection(MongoProcessStores.HEADS).find()) {
            String name = automation.getString("_id");
            if (MongoWitnesses.folded(log, name) > head) {
                log.collection(MongoProcessStores.PREFIX + name).drop();
                log.collection(MongoProcessStores.HEADS).deleteOne(eq("_id", name));
            }
        }
        log.collection(MongoTokenStore.COLLECTION)
                .updateMany(gt(MongoTokenStore.POSITION, head), Updates.set(MongoTokenStore.POSITION, head));
        keys.collection(MongoKeyStore.SWEPT).deleteMany(gt(MongoKeyStore.POSITION, head));
    }

    @Override
    public void repair(ClaimsReport report) {
        MongoCollection<Document> claims = log.collection(MongoClaims.COLLECTION);
        for (Wrong wrong : report.unfounded()) {
            claims.deleteOne(and(
                    eq("_id", new Binary(wrong.claim())),
                    or(eq(MongoClaims.OWNER, wrong.owner()), eq(MongoClaims.NEXT, wrong.owner()))));
        }
        report.missing().stream().filter(Wrong::isKnown).forEach(missing -> add(claims, missing));
    }

    /** Adds a claim. A reservation that a dead writer left without an owner is replaced. */
    private static void add(MongoCollection<Document> claims, Wrong missing) {
        Document claim = new Document("_id", new Binary(missing.claim())).append(MongoClaims.OWNER, missing.owner());
        try {
            claims.insertOne(claim);
        } catch (MongoWriteException e) {
            if (!Database.isDuplicate(e)) {
                throw e;
            }
            claims.replaceOne(and(eq("_id", claim.get("_id")), eq(MongoClaims.OWNER, null)), claim);
        }
    }

    @Override
    public void close() {
        try (log;
                keys;
                rows) {
            // Closes all three.
        }
    }
}
