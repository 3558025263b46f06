package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;

import com.mongodb.client.model.Updates;
import encore.infra.eventstore.log.CutLog;
import encore.infra.eventstore.log.LogVerifier;
import encore.infra.eventstore.log.Witness;
import java.util.List;
import org.bson.Document;

/** The log in a database of MongoDB that no node has open: which is up to whoever calls this. */
public final class MongoCutLog implements CutLog {

    private final Database log;
    private final Database keys;
    private final MongoLogRows rows;

    private MongoCutLog(Database log, Database keys, MongoLogRows rows) {
        this.log = log;
        this.keys = keys;
        this.rows = rows;
    }

    /** @throws encore.infra.eventstore.log.LogRefused when nobody answers there */
    public static MongoCutLog open(String uri) {
        return new MongoCutLog(
                Database.open(uri, ""), Database.open(uri, MongoKeyStore.SUFFIX), MongoLogRows.open(uri));
    }

    @Override
    public LogVerifier.Rows rows() {
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
    public void close() {
        try (log;
                keys;
                rows) {
            // All three.
        }
    }
}
