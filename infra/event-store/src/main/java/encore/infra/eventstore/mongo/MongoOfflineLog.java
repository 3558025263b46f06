package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.sidetables.ClaimsReport;
import encore.infra.eventstore.sidetables.ClaimsReport.WrongClaim;
import encore.infra.eventstore.sidetables.OfflineLog;
import encore.infra.eventstore.sidetables.SideTableRows;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;

/** A log in MongoDB that no node has open. The caller must make sure of that. */
public final class MongoOfflineLog implements OfflineLog {

    private final Database log;
    private final Database keys;
    private final MongoLogRows rows;

    private MongoOfflineLog(Database log, Database keys, MongoLogRows rows) {
        this.log = log;
        this.keys = keys;
        this.rows = rows;
    }

    /** @throws encore.infra.eventstore.log.StartRefused when no server answers there */
    public static MongoOfflineLog open(String uri) {
        return new MongoOfflineLog(
                Database.open(uri, ""), Database.open(uri, MongoKeyStore.SUFFIX), MongoLogRows.open(uri));
    }

    @Override
    public SideTableRows rows() {
        return rows;
    }

    @Override
    public List<Witness> witnesses() {
        return MongoWitnesses.inDatabase(log, keys);
    }

    @Override
    public void acceptEnd(LogVerifier.Report whole) {
        long head = whole.head();
        log.collection(MongoSnapshots.COLLECTION).drop();
        for (Document automation : log.collection(MongoProcessStores.HEADS).find()) {
            String name = automation.getString("_id");
            if (MongoWitnesses.foldedPosition(log, name) > head) {
                log.collection(MongoProcessStores.PREFIX + name).drop();
                log.collection(MongoProcessStores.HEADS).deleteOne(eq("_id", name));
            }
        }
        CommitDocument last = new CommitCollection(log).last();
        long end = last == null ? 0 : last.at();
        MongoCollection<Document> tokens = log.collection(MongoTokenStore.COLLECTION);
        for (Document token : tokens.find()) {
            String name = token.getString("_id");
            // Timers that were due after the new end are due again, because their commands are among the missing
            // events.
            long to = TokenStore.isTime(name) ? end : head;
            tokens.updateOne(
                    and(eq("_id", name), gt(MongoTokenStore.POSITION, to)), Updates.set(MongoTokenStore.POSITION, to));
        }
        keys.collection(MongoKeyStore.SWEPT).deleteMany(gt(MongoKeyStore.POSITION, head));
    }

    @Override
    public void repairClaims(ClaimsReport report) {
        MongoCollection<Document> claims = log.collection(MongoClaims.COLLECTION);
        for (WrongClaim wrongClaim : report.unfounded()) {
            claims.deleteOne(and(
                    eq("_id", new Binary(wrongClaim.claim())),
                    or(eq(MongoClaims.OWNER, wrongClaim.owner()), eq(MongoClaims.NEXT, wrongClaim.owner()))));
        }
        report.missing().stream().filter(WrongClaim::isKnown).forEach(missing -> add(claims, missing));
    }

    /** Adds a claim. A reservation that a dead writer left without an owner is replaced. */
    private static void add(MongoCollection<Document> claims, WrongClaim missing) {
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
