package encore.infra.testmongo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The server of tests of the MongoDB adapters: the one in {@code ENCORE_TEST_MONGO}, otherwise one test double for each
 * test JVM. The double has its own process, so that several nodes can share it and none shares its memory.
 */
public final class MongoForTests {

    private static final Queue<String> DATABASES = new ConcurrentLinkedQueue<>();

    @GuardedBy("MongoForTests.class")
    private static @Nullable String server;

    private MongoForTests() {}

    /** Returns the server's address, without a database. */
    public static synchronized String server() {
        String known = server;
        if (known == null) {
            String named = System.getenv("ENCORE_TEST_MONGO");
            known = named == null || named.isBlank() ? DoubleServer.launch() : named;
            server = known;
            quiet("org.mongodb", Level.ERROR);
            Runtime.getRuntime().addShutdownHook(new Thread(MongoForTests::dropAll));
        }
        return known;
    }

    /**
     * Returns the address of a new, empty database. It and the databases named after it (as {@code <name>_keys}) are
     * dropped when the JVM ends.
     */
    public static String uri() {
        String name = "encore_test_" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        DATABASES.add(name);
        return uri(server(), name);
    }

    /** Adds a database to a server's address and keeps its options. */
    static String uri(String server, String database) {
        int hosts = server.indexOf("://") + 3;
        int options = server.indexOf('?');
        int slash = server.indexOf('/', hosts);
        String address = server.substring(0, slash >= 0 ? slash : options >= 0 ? options : server.length());
        return address + "/" + database + (options < 0 ? "" : server.substring(options));
    }

    /** Returns whether tests run against the double, which keeps everything in memory and has no replica set. */
    public static boolean isDouble() {
        String named = System.getenv("ENCORE_TEST_MONGO");
        return named == null || named.isBlank();
    }

    /** Reduces a logger's output: by default the driver logs each command that it sends. */
    static void quiet(String logger, Level level) {
        if (LoggerFactory.getLogger(logger) instanceof Logger known) {
            known.setLevel(level);
        }
    }

    /** Drops our databases, since a real server outlives the tests. */
    private static void dropAll() {
        if (isDouble() || DATABASES.isEmpty()) {
            return;
        }
        try (MongoClient client = MongoClients.create(new ConnectionString(server()))) {
            List<String> ours = List.copyOf(DATABASES);
            for (String name : client.listDatabaseNames()) {
                if (ours.stream().anyMatch(name::startsWith)) {
                    client.getDatabase(name).drop();
                }
            }
        }
    }
}
