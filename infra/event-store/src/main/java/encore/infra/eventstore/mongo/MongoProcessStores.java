package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Updates.inc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the automations' stores: a collection for each automation, and one with a head document for each. Heartbeats for all
 * automations that this process owns are one write, on a thread that does nothing else: a round of an automation may take
 * long on a busy machine, and its owner is alive meanwhile. The thread then reads all heads at once, so that no automation
 * asks for its own.
 */
public final class MongoProcessStores implements ProcessStores {

    static final String HEADS = "automations";
    static final String PREFIX = "automation_";

    private static final Logger LOG = LoggerFactory.getLogger(MongoProcessStores.class);
    private static final long HEARTBEAT_INTERVAL = Duration.ofMillis(500).toNanos();

    private final Database database;
    private final String process;
    private final Map<String, MongoProcessStore> open = new ConcurrentHashMap<>();
    private final Thread heartbeats =
            Thread.ofPlatform().daemon().name("automation-heartbeats").unstarted(this::sendHeartbeats);

    @GuardedBy("heartbeats")
    private boolean begun;

    private volatile @Nullable HeadsRead lastRead;

    private volatile boolean closed;

    /**
     * The heads of all automations without their changes.
     *
     * @param begunAt the {@link System#nanoTime} before they were read
     */
    record HeadsRead(long begunAt, Map<String, Document> heads) {}

    /** @param node the process's readable name */
    public MongoProcessStores(MongoEventLog log, String node) {
        database = log.database();
        // A restarted process is another owner: leases of its killed predecessor are not its own.
        process = node + "/" + UUID.randomUUID();
    }

    @Override
    public ProcessStore open(String automation) {
        return open.computeIfAbsent(
                automation, name -> new MongoProcessStore(database, name, process, this::readByHeartbeat));
    }

    /**
     * Returns what the last heartbeat has read; null when there was none for a while. The first call starts the heartbeats: a
     * query node, which asks for no lease, sends none.
     */
    private @Nullable HeadsRead readByHeartbeat() {
        synchronized (heartbeats) {
            if (!begun) {
                begun = true;
                heartbeats.start();
            }
        }
        HeadsRead read = lastRead;
        return read == null || System.nanoTime() - read.begunAt() > 2 * HEARTBEAT_INTERVAL ? null : read;
    }

    private void sendHeartbeats() {
        while (!closed) {
            try {
                database.collection(HEADS).updateMany(eq("owner", process), inc("beat", 1L));
                lastRead = readHeads();
            } catch (RuntimeException e) {
                // The automations log the trouble themselves.
                LOG.debug("The heartbeats of the automations were not sent", e);
            }
            LockSupport.parkNanos(HEARTBEAT_INTERVAL);
        }
    }

    private HeadsRead readHeads() {
        long begin = System.nanoTime();
        Map<String, Document> heads = new HashMap<>();
        for (Document head : database.collection(HEADS).find().projection(include("owner", "term", "beat", "notes"))) {
            heads.put(head.getString("_id"), head);
        }
        return new HeadsRead(begin, heads);
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
    public SortedMap<String, Overview> overviews() {
        return Database.withRetry(() -> {
            SortedMap<String, Overview> found = new TreeMap<>();
            for (Document head : database.collection(HEADS).find()) {
                String name = head.getString("_id");
                // An earlier build that wrote the last commit repeated nothing in the head.
                found.put(
                        name,
                        head.containsKey(MongoProcessStore.PROGRESS)
                                ? overview(head)
                                : ProcessStores.overview(open(name)));
            }
            return found;
        });
    }

    private static Overview overview(Document head) {
        Document backfills = head.get(MongoProcessStore.BACKFILLS, new Document());
        return new Overview(
                MongoProcessStore.lease(head, 0),
                head.getString(MongoProcessStore.PROGRESS),
                backfills.values().stream()
                        .map(entry -> LongWork.read((String) entry))
                        .toList());
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(heartbeats);
        open.clear();
    }
}
