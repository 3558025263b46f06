package encore.infra.bench;

import com.sun.management.OperatingSystemMXBean;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One hot ledger: durable awards of 64 clients through Axon on one stream, against the same over 10,000 streams, in turn in
 * one run; then another account's 500 awards a second alone, and beside the hot ledger. With
 * {@code mongo} in place of the data directory, two nodes on one MongoDB share one ledger (the one that ENCORE_TEST_MONGO
 * names, or the tests' double).
 *
 * <p>Arguments: a data directory or {@code mongo}, seconds a round, rounds.
 */
public final class HotBench {

    private static final int CLIENTS = 64;
    private static final long BESIDE = 8;
    private static final int BESIDE_FANS = 1_000;
    private static final int BESIDE_RATE = 500;

    private HotBench() {}

    public static void main(String[] args) throws Exception {
        if (args.length < 1 || args[0].equals("--help")) {
            System.out.println("HotBench <data directory|mongo> [seconds] [rounds]");
            return;
        }
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 15;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        if (args[0].equals("mongo")) {
            twoNodes(seconds, rounds);
        } else {
            embedded(args[0], seconds, rounds);
        }
        System.exit(0);
    }

    private static void embedded(String directory, int seconds, int rounds) throws Exception {
        Map<Long, Integer> fans = Map.of(EngineBench.ACCOUNT, EngineBench.LEDGERS, BESIDE, BESIDE_FANS);
        try (LogEngine engine = new LogEngine(directory, fans)) {
            LongSupplier any = () -> ThreadLocalRandom.current().nextInt(EngineBench.LEDGERS) + 1L;
            Load.of(engine, CLIENTS, any, seconds).tell("warm-up, 10,000 ledgers");
            Load.of(engine, CLIENTS, () -> 1, seconds).tell("warm-up, one ledger");
            for (int round = 1; round <= rounds; round++) {
                double spread = Load.of(engine, CLIENTS, any, seconds).tell("10,000 ledgers");
                double hot = Load.of(engine, CLIENTS, () -> 1, seconds).tell("one ledger");
                System.out.printf(Locale.ROOT, "round %d: one ledger is %.2f of 10,000%n", round, hot / spread);
                beside(engine, "alone", seconds);
                Thread beside = Thread.ofPlatform().start(() -> beside(engine, "beside it", seconds));
                Load.of(engine, CLIENTS, () -> 1, seconds).tell("one ledger, one beside");
                beside.join();
            }
        }
    }

    /** At a fixed rate: who is late does not make others late. */
    private static void beside(LogEngine engine, String name, int seconds) {
        int count = BESIDE_RATE * seconds;
        long[] taken = new long[count];
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                int number = i;
                long due = start + Duration.ofSeconds(1).toNanos() * i / BESIDE_RATE;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                threads.submit(() -> {
                    engine.award(award(BESIDE, number % BESIDE_FANS + 1L));
                    taken[number] = System.nanoTime() - due;
                });
            }
        }
        long failed = Arrays.stream(taken).filter(each -> each == 0).count();
        Arrays.sort(taken);
        System.out.printf(
                Locale.ROOT,
                "  the other account %s, %,d awards/s: p50 %.1f ms   p99 %.1f ms   %d failed%n",
                name,
                BESIDE_RATE,
                taken[count / 2] / 1e6,
                taken[(int) (count * 0.99)] / 1e6,
                failed);
    }

    private static void twoNodes(int seconds, int rounds) throws Exception {
        String uri = MongoForTests.uri();
        Path key = Files.createTempDirectory("encore-hot").resolve("master.key");
        Map<Long, Integer> fans = Map.of(EngineBench.ACCOUNT, 100);
        try (LogEngine one = new LogEngine(uri, key, fans);
                LogEngine other = new LogEngine(uri, key, fans)) {
            Load.of(one, CLIENTS, () -> 1, seconds).tell("warm-up, one node alone");
            for (int round = 0; round < rounds; round++) {
                Load.of(one, CLIENTS, () -> 1, seconds).tell("one node alone");
                var load = new Load(List.of(one, other), CLIENTS, () -> 1, seconds);
                load.run();
                load.tell("two nodes");
                System.out.printf(
                        Locale.ROOT,
                        "  shares: %,d and %,d; refused: %,d%n",
                        load.done[0].sum(),
                        load.done[1].sum(),
                        load.refused.sum());
            }
        }
    }

    private static AwardPoints award(long account, long fan) {
        String uid = UuidV7.next().toString();
        LedgerId ledger = new LedgerId(new FanId(account, fan), "p");
        return new AwardPoints(ledger, uid, 1, "benchmark", AwardDetails.once("order-" + uid));
    }

    /** Clients that each send their next award when the one before is answered. */
    private static final class Load {

        private final List<LogEngine> nodes;
        private final int clients;
        private final LongSupplier fan;
        private final int seconds;
        private final LongAdder[] done;
        private final LongAdder refused = new LongAdder();
        private final long[][] latencies;
        private long cpu;
        private long took;

        Load(List<LogEngine> nodes, int clients, LongSupplier fan, int seconds) {
            this.nodes = nodes;
            this.clients = clients;
            this.fan = fan;
            this.seconds = seconds;
            this.latencies = new long[clients][];
            this.done = nodes.stream().map(node -> new LongAdder()).toArray(LongAdder[]::new);
        }

        static Load of(LogEngine engine, int clients, LongSupplier fan, int seconds) throws Exception {
            Load load = new Load(List.of(engine), clients, fan, seconds);
            load.run();
            return load;
        }

        void run() throws Exception {
            var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            long before = system.getProcessCpuTime();
            long start = System.nanoTime();
            long until = start + Duration.ofSeconds(seconds).toNanos();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int client = 0; client < clients; client++) {
                    int number = client;
                    threads.submit(() -> latencies[number] = client(number % nodes.size(), until));
                }
            }
            took = System.nanoTime() - start;
            cpu = system.getProcessCpuTime() - before;
        }

        private long[] client(int node, long until) {
            long[] taken = new long[1 << 12];
            int count = 0;
            for (long start = System.nanoTime(); start < until; start = System.nanoTime()) {
                try {
                    nodes.get(node).award(award(EngineBench.ACCOUNT, fan.getAsLong()));
                } catch (CompletionException e) {
                    if (e.getCause() instanceof Refusal) {
                        refused.increment();
                        continue;
                    }
                    throw e;
                }
                done[node].increment();
                taken = count == taken.length ? Arrays.copyOf(taken, count * 2) : taken;
                taken[count++] = System.nanoTime() - start;
            }
            return Arrays.copyOf(taken, count);
        }

        double tell(String name) {
            long[] all = Arrays.stream(latencies)
                    .flatMapToLong(Arrays::stream)
                    .sorted()
                    .toArray();
            double rate = all.length * 1e9 / took;
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %,8.0f awards/s   p50 %.1f ms   p99 %.1f ms   %.0f µs of this process's CPU each,"
                            + " %.2f cores; load %.1f%n",
                    name,
                    rate,
                    all[all.length / 2] / 1e6,
                    all[(int) (all.length * 0.99)] / 1e6,
                    cpu / 1e3 / all.length,
                    (double) cpu / took,
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
            return rate;
        }
    }
}
