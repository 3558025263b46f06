package encore.infra.bench;

import com.sun.management.OperatingSystemMXBean;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Measures durable awards through Axon with a fixed number in flight. It compares our log, with hashes, award keys,
 * requests and encryption, with Axon's stock JDBC engine on PostgreSQL ({@code synchronous_commit=on}, HikariCP). Both
 * use the same serializer, cache and target resolver, and take turns for several rounds in one run. {@code engine.sh}
 * starts PostgreSQL.
 *
 * <p>Arguments: the JDBC address of PostgreSQL, a data directory, seconds a round, rounds.
 */
public final class EngineBench {

    static final long ACCOUNT = 7;
    static final int LEDGERS = 10_000;
    private static final int IN_FLIGHT = 128;
    private static final int LEAST_RATIO = 4;

    private EngineBench() {}

    /** One of the two engines that are compared. */
    interface Engine extends AutoCloseable {

        /** Awards points, and returns when the award is durable. */
        void award(AwardPoints command);
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 2 || args[0].equals("--help")) {
            System.out.println("EngineBench <jdbc address|none> <data directory> [seconds] [rounds]");
            return;
        }
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 15;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
        double[] ours = new double[rounds];
        double[] stock = new double[rounds];
        try (Engine log = new LogEngine(args[1]);
                Engine jdbc = args[0].equals("none") ? null : new JdbcEngine(args[0])) {
            measure("warm-up, our log", log, seconds);
            if (jdbc != null) {
                measure("warm-up, stock JDBC engine", jdbc, seconds);
            }
            for (int round = 0; round < rounds; round++) {
                ours[round] = measure("our log", log, seconds);
                if (jdbc != null) {
                    stock[round] = measure("stock JDBC engine", jdbc, seconds);
                    System.out.printf(Locale.ROOT, "round %d: %.2f times%n", round + 1, ours[round] / stock[round]);
                }
            }
            if (jdbc != null) {
                double ratio = median(ours) / median(stock);
                System.out.printf(Locale.ROOT, "ratio of the medians: %.2f (wanted: %d or more)%n", ratio, LEAST_RATIO);
            }
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double measure(String name, Engine engine, int seconds) throws InterruptedException {
        AtomicBoolean going = new AtomicBoolean(true);
        LongAdder done = new LongAdder();
        CountDownLatch ended = new CountDownLatch(IN_FLIGHT);
        long[][] latencies = new long[IN_FLIGHT][];
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        for (int client = 0; client < IN_FLIGHT; client++) {
            int number = client;
            Thread.ofVirtual().start(() -> {
                try {
                    latencies[number] = client(engine, going, done);
                } catch (Throwable e) {
                    e.printStackTrace();
                    System.exit(1); // A benchmark with failures has no figure.
                } finally {
                    ended.countDown();
                }
            });
        }
        Thread.sleep(seconds * 1_000L);
        going.set(false);
        ended.await();
        double rate = done.sum() * 1e9 / (System.nanoTime() - start);
        double cpuMicros = (system.getProcessCpuTime() - cpu) / 1e3 / done.sum();
        long[] all = Stream.of(latencies).flatMapToLong(Arrays::stream).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%-28s %,10.0f awards/s   p50 %.1f ms   p99 %.1f ms   %.0f µs of this process's CPU each%n",
                name,
                rate,
                all[all.length / 2] / 1e6,
                all[(int) (all.length * 0.99)] / 1e6,
                cpuMicros);
        return rate;
    }

    private static long[] client(Engine engine, AtomicBoolean going, LongAdder done) {
        long[] taken = new long[1 << 12];
        int count = 0;
        while (going.get()) {
            long start = System.nanoTime();
            engine.award(award());
            done.increment();
            if (count == taken.length) {
                taken = Arrays.copyOf(taken, count * 2);
            }
            taken[count++] = System.nanoTime() - start;
        }
        return Arrays.copyOf(taken, count);
    }

    /** Returns an award of a number of points to any of the fans. */
    static AwardPoints award() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long number = random.nextInt(LEDGERS) + 1L;
        String uid = encore.infra.eventstore.axon.UuidV7.next().toString();
        return new AwardPoints(
                new LedgerId(new FanId(ACCOUNT, number), "p"),
                uid,
                random.nextInt(1, 100),
                "benchmark",
                AwardDetails.withKey("order-" + uid));
    }
}
