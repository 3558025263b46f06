package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import encore.infra.eventstore.beside.BesideRows;
import encore.infra.eventstore.beside.ClaimsRepair;
import encore.infra.eventstore.beside.ClaimsReport;
import encore.infra.eventstore.beside.ClaimsReport.Wrong;
import org.bson.Document;
import org.bson.types.Binary;

/** Repairs the claims of a log in MongoDB, whose command nodes are stopped. */
public final class MongoClaimsRepair implements ClaimsRepair {

    private final Database database;
    private final MongoCollection<Document> claims;
    private final MongoLogRows rows;

    private MongoClaimsRepair(Database database, MongoLogRows rows) {
        this.database = database;
        this.claims = database.collection(MongoClaims.COLLECTION);
        this.rows = rows;
    }

    /** @throws encore.infra.eventstore.log.LogRefused when nobody answers there, or when the server lacks something */
    public static MongoClaimsRepair open(String uri) {
        return new MongoClaimsRepair(Database.open(uri, ""), MongoLogRows.open(uri));
    }

    @Override
    public BesideRows rows() {
        return rows;
    }

    @Override
    public void apply(ClaimsReport report) {
        for (Wrong wrong : report.unfounded()) {
            claims.deleteOne(and(
                    eq("_id", new Binary(wrong.claim())),
                    or(eq(MongoClaims.OWNER, wrong.owner()), eq(MongoClaims.NEXT, wrong.owner()))));
        }
        report.missing().stream().filter(Wrong::isKnown).forEach(this::add);
    }

    /** What a dead writer reserved and never appended stands in the way of nobody. */
    private void add(Wrong missing) {
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
        try (database;
                rows) {
            // Both.
        }
    }
}
