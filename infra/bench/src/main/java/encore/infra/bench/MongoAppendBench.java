package encore.infra.bench;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.sun.management.OperatingSystemMXBean;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.mongo.MongoEventLog;
import encore.infra.testmongo.MongoForTests;
import encore.infra.testmongo.Proxy;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;

/**
 * Measures what limits appends on MongoDB: groups a second, commits in a group and messages to the server for each group
 * with 1, 2 and 4 processes' logs, each client on a stream of its own. Arguments: the server's address with a database
 * that it may drop, or {@code double} for the tests' double; seconds a run; clients; milliseconds each way that a network in
 * between takes (none).
 */
public final class MongoAppendBench {

    private static final byte[] METADATA =
            "{\"account\":7,\"actor\":\"key-1\",\"command\":\"AwardPoints\",\"request\":\"01935f3c\"}"
                    .getBytes(StandardCharsets.UTF_8);
    private static final byte[] PAYLOAD = ("{\"ledger\":\"ledger.7.123456789.01935f3c-7b1e-7c3a-9d6e-000000000001\","
                    + "\"fan_point_uid\":\"01935f3c-7b1e-7c3a-9d6e-0123456789ab\",\"count\":50,\"balance\":1050,"
                    + "\"point_type\":\"points\",\"source\":\"fan_points\",\"award_key\":\"01935f3c\"}")
            .getBytes(StandardCharsets.UTF_8);

    private MongoAppendBench() {}

    public static void main(String... arguments) throws Exception {
        String uri = arguments[0].equals("double") ? MongoForTests.uri() : arguments[0];
        int seconds = Integer.parseInt(arguments[1]);
        int clients = Integer.parseInt(arguments[2]);
        try (Proxy network = Proxy.to(uri)) {
            network.delay(Duration.ofMillis(arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0));
            String through = network.uri(uri);
            run(uri, through, network, 1, clients, 3, false);
            System.out.println("writers  clients  commits/s  groups/s  commits/group  messages/group   p50 ms   p99 ms"
                    + "   least share   µs CPU here each");
            for (int writers : new int[] {1, 2, 4}) {
                run(uri, through, network, writers, clients, seconds, true);
            }
        }
        System.exit(0);
    }

    private static void run(
            String uri, String through, Proxy network, int writers, int clients, int seconds, boolean told)
            throws Exception {
        ConnectionString address = new ConnectionString(uri);
        try (MongoClient client = MongoClients.create(address)) {
            MongoDatabase database = client.getDatabase(Objects.requireNonNull(address.getDatabase()));
            database.drop();
            List<MongoEventLog> logs = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                logs.add(MongoEventLog.open(through));
            }
            var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            long cpu = system.getProcessCpuTime();
            long asked = network.messages();
            List<long[]> latencies = load(logs, clients, seconds);
            asked = network.messages() - asked;
            cpu = system.getProcessCpuTime() - cpu;
            logs.forEach(MongoEventLog::close);
            long groups = database.getCollection("commits").countDocuments(Filters.eq("ends", true));
            if (told) {
                tell(latencies, writers, seconds, groups, asked, cpu);
            }
            database.drop();
        }
    }

    private static List<long[]> load(List<MongoEventLog> logs, int clients, int seconds) throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        List<Callable<long[]>> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            MongoEventLog log = logs.get(i % logs.size());
            String stream = "ledger.7." + ThreadLocalRandom.current().nextLong(1L << 40) + "." + i;
            all.add(() -> append(log, stream, until));
        }
        List<long[]> latencies = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<long[]> one : threads.invokeAll(all)) {
                latencies.add(one.get());
            }
        }
        return latencies;
    }

    private static long[] append(MongoEventLog log, String stream, long until) {
        LongStream.Builder taken = LongStream.builder();
        for (long sequence = 0; System.nanoTime() < until; sequence++) {
            long began = System.nanoTime();
            NewEvent event = new NewEvent(stream, sequence, "PointsAwarded", "1", METADATA, PAYLOAD);
            byte[] id = ByteBuffer.allocate(16)
                    .putLong(ThreadLocalRandom.current().nextLong())
                    .putLong(ThreadLocalRandom.current().nextLong())
                    .array();
            log.append(new NewCommit(id, List.of(event), null, List.of(), List.of(), List.of()))
                    .join();
            taken.add(System.nanoTime() - began);
        }
        return taken.build().toArray();
    }

    private static void tell(List<long[]> latencies, int writers, int seconds, long groups, long asked, long cpu) {
        long[] shares = new long[writers];
        for (int i = 0; i < latencies.size(); i++) {
            shares[i % writers] += latencies.get(i).length;
        }
        long[] all = latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        System.out.printf(
                "%7d  %7d  %9.0f  %8.0f  %13.1f  %14.1f  %7.1f  %7.1f  %11.0f %%  %17.0f%n",
                writers,
                latencies.size(),
                (double) all.length / seconds,
                (double) groups / seconds,
                (double) all.length / Math.max(1, groups),
                (double) asked / Math.max(1, groups),
                all[all.length / 2] / 1e6,
                all[all.length * 99 / 100] / 1e6,
                100.0 * Arrays.stream(shares).min().orElse(0) / Math.max(1, all.length),
                cpu / 1e3 / Math.max(1, all.length));
    }
}
