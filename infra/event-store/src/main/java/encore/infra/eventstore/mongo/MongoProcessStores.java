package encore.infra.eventstore.mongo;

import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;

/** Opens the automations' stores: a collection for each automation, and one with a head document for each. */
public final class MongoProcessStores implements ProcessStores {

    static final String HEADS = "automations";
    static final String PREFIX = "automation_";

    private final Database database;
    private final String process;
    private final Map<String, MongoProcessStore> open = new ConcurrentHashMap<>();

    /** @param node the process's readable name */
    public MongoProcessStores(MongoEventLog log, String node) {
        database = log.database();
        // A restarted process is another owner: leases of its killed predecessor are not its own.
        process = node + "/" + UUID.randomUUID();
    }

    @Override
    public ProcessStore open(String automation) {
        return open.computeIfAbsent(automation, name -> new MongoProcessStore(database, name, process));
    }

    @Override
    public List<String> names() {
        return Database.withRetry(() -> {
            List<String> names = new ArrayList<>();
            for (Document head : database.collection(HEADS).find()) {
                names.add(head.getString("_id"));
            }
            names.sort(null);
            return names;
        });
    }

    @Override
    public void close() {
        open.clear();
    }
}
