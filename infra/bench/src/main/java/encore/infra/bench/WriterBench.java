package encore.infra.bench;

import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Measures the number of commits that the log's writer makes durable in a second, each with one event of about 300
 * bytes, without Axon, a projection or a reader. Arguments: the directory to write into, seconds a run, and {@code
 * keys} or {@code requests} to add one to each commit.
 */
public final class WriterBench {

    private static final int STREAMS = 10_000;
    private static final byte[] METADATA =
            "{\"account\":7,\"actor\":\"key-1\",\"command\":\"AwardPoints\",\"request\":\"01935f3c\"}"
                    .getBytes(StandardCharsets.UTF_8);
    private static final byte[] PAYLOAD = ("{\"ledger\":\"ledger.7.123456789.01935f3c-7b1e-7c3a-9d6e-000000000001\","
                    + "\"fan_point_uid\":\"01935f3c-7b1e-7c3a-9d6e-0123456789ab\",\"count\":50,\"balance\":1050,"
                    + "\"point_type\":\"points\",\"source\":\"fan_points\",\"award_key\":\"01935f3c\"}")
            .getBytes(StandardCharsets.UTF_8);

    private final SqliteEventLog log;
    private final boolean keys;
    private final boolean requests;
    private final AtomicLong[] sequences = new AtomicLong[STREAMS];
    private final String[] streams = new String[STREAMS];

    private WriterBench(SqliteEventLog log, boolean keys, boolean requests) {
        this.log = log;
        this.keys = keys;
        this.requests = requests;
        Random random = new Random(1);
        for (int i = 0; i < STREAMS; i++) {
            sequences[i] = new AtomicLong();
            streams[i] = "ledger.7.%d.01935f3c-7b1e-7c3a-9d6e-%012x".formatted(random.nextInt(1 << 30), i);
        }
    }

    public static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        boolean keys = Arrays.asList(arguments).contains("keys");
        delete(directory);
        try (SqliteEventLog log = SqliteEventLog.open(directory)) {
            WriterBench bench =
                    new WriterBench(log, keys, Arrays.asList(arguments).contains("requests"));
            bench.run(256, seconds, false);
            for (int inFlight : new int[] {1, 128, 256}) {
                bench.run(inFlight, seconds, true);
            }
        }
        delete(directory);
    }

    private void run(int inFlight, int seconds, boolean shown) throws InterruptedException {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        List<List<Long>> latencies = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        long before = log.head();
        long busyBefore = writerCpu();
        long start = System.nanoTime();
        for (int i = 0; i < inFlight; i++) {
            int number = i;
            List<Long> own = new ArrayList<>();
            latencies.add(own);
            threads.add(Thread.startVirtualThread(() -> {
                // Each client has its own streams, so that none waits for another or loses a race.
                for (int n = 0; System.nanoTime() < end; n++) {
                    int stream =
                            (number + inFlight * ThreadLocalRandom.current().nextInt(STREAMS / inFlight));
                    long sent = System.nanoTime();
                    log.append(commit(stream)).join();
                    own.add(System.nanoTime() - sent);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double took = (System.nanoTime() - start) / 1e9;
        long[] sorted = latencies.stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        long commits = log.head() - before;
        if (shown) {
            System.out.printf(
                    "%4d in flight: %,8.0f commits/s, writer's CPU %.1f µs a commit, p50 %.2f ms, p99 %.2f ms, log at %,d%n",
                    inFlight,
                    commits / took,
                    (writerCpu() - busyBefore) / 1e3 / commits,
                    sorted[sorted.length / 2] / 1e6,
                    sorted[sorted.length * 99 / 100] / 1e6,
                    log.head());
        }
    }

    /** Returns the CPU time of the writer. On a shared machine it says more than the clock. */
    private static long writerCpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("log-writer"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }

    private NewCommit commit(int stream) {
        long sequence = sequences[stream].getAndIncrement();
        ThreadLocalRandom random = ThreadLocalRandom.current();
        byte[] id = ByteBuffer.allocate(16)
                .putLong(System.currentTimeMillis() << 16 | 0x7000)
                .putLong(random.nextLong())
                .array();
        NewEvent event = new NewEvent(streams[stream], sequence, "PointsAwarded", "1", METADATA, PAYLOAD);
        byte[] request = new byte[32];
        byte[] fingerprint = new byte[32];
        random.nextBytes(request);
        random.nextBytes(fingerprint);
        byte[] answer = "{\"fan_id\":123456789,\"fan_point_uid\":\"01935f3c-7b1e-7c3a-9d6e-0123456789ab\"}"
                .getBytes(StandardCharsets.UTF_8);
        OnceKey key = new OnceKey(
                streams[stream] + "/award/" + random.nextLong(), Integer.toString(random.nextInt()), answer);
        return new NewCommit(
                id,
                List.of(event),
                requests ? new NewAnswer(new RequestIdentity(request, fingerprint), answer) : null,
                keys ? List.of(key) : List.of(),
                List.of(),
                List.of());
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
