package encore.infra.bench;

import com.sun.management.OperatingSystemMXBean;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QuerySide;
import encore.infra.eventstore.axon.RingTail;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.AsOf;
import encore.kernel.Days;
import encore.kernel.Event;
import encore.kernel.Moment;
import encore.kernel.Paging.NextKey;
import encore.kernel.Query;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.query.answering.ProjectedQuerySide;
import encore.query.projection.BoardMemory;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.versions.Projections;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The leaderboard at its size: a log of awards is replayed into it through the real projection runner and views, opened
 * again as after a restart, and asked for ranks and windows.
 *
 * <p>Arguments: how many awards (1,000,000), to how many fans (1,000,000), a directory that keeps the log for a next
 * run (else a temporary one; {@code -} as well), on how many accounts' boards (1), and how many megabytes of them may be in
 * memory (all): with half of what they take, each second question or so reads a board again.
 */
public final class BoardBench {

    private static final long ACCOUNT = 7;
    private static final String POINTS = "0192f3c1-0000-7000-8000-000000000001";
    private static final long FIRST_FAN = 300_000_000_000L << 13;
    private static final int EVENTS_A_COMMIT = 100;
    private static final int COMMITS_IN_FLIGHT = 200;

    private final int awards;
    private final int fans;
    private final int boards;
    private final BoardMemory memory;
    private final Random random = new Random(1);
    private final Map<String, Long> sequences = new HashMap<>();

    private BoardBench(int awards, int fans, int boards, BoardMemory memory) {
        this.awards = awards;
        this.fans = fans;
        this.boards = boards;
        this.memory = memory;
    }

    public static void main(String[] args) throws Exception {
        int awards = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int fans = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        Path kept = args.length > 2 && !args[2].equals("-") ? Files.createDirectories(Path.of(args[2])) : null;
        int boards = args.length > 3 ? Integer.parseInt(args[3]) : 1;
        long memory = args.length > 4 ? Long.parseLong(args[4]) << 20 : Long.MAX_VALUE;
        Path data = kept == null ? Files.createTempDirectory("board-bench") : kept;
        new BoardBench(awards, fans, boards, new BoardMemory(memory)).run(data);
        if (kept == null) {
            delete(data);
        }
        System.exit(0);
    }

    private void run(Path data) throws Exception {
        delete(data.resolve("views"));
        try (var log = SqliteEventLog.open(data);
                var keys = SqliteKeyStore.open(data)) {
            var codec = new EventCodec(EventCatalogue.load(), keys);
            if (log.head() == 0) {
                fill(log, codec);
            }
            try (var tail = new RingTail(log, codec, 16_384)) {
                System.out.printf("%d fans, %d awards, %d events%n", fans, awards, log.head());
                try (var views = SqliteViews.open(data)) {
                    replay(views, tail, log);
                }
                try (var views = SqliteViews.open(data)) {
                    ask(views, tail);
                }
            }
        }
    }

    private void fill(EventLog log, EventCodec codec) {
        long began = System.nanoTime();
        List<CompletableFuture<Appended>> flying = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        for (int board = 0; board < boards; board++) {
            events.add(new PointTypeCreated(new PointTypeId(ACCOUNT + board, POINTS), "bench"));
        }
        for (int fan = 0; fan < fans; fan++) {
            events.add(new FanRegistered(fan(fan), Profile.EMPTY, Consent.EMPTY));
            flush(events, EVENTS_A_COMMIT, log, codec, flying);
        }
        for (int i = 0; i < awards; i++) {
            // With as many awards as fans each has one; else they fall by chance.
            int fan = awards == fans ? i : random.nextInt(fans);
            long count = 1 + random.nextInt(100);
            var ledger = new LedgerId(fan(fan), POINTS);
            var once = AwardDetails.once("order-" + i);
            String uid = UuidV7.next().toString();
            events.add(PointsAwarded.of(new AwardPoints(ledger, uid, count, "ent", once), count));
            flush(events, EVENTS_A_COMMIT, log, codec, flying);
        }
        flush(events, 1, log, codec, flying);
        flying.forEach(CompletableFuture::join);
        System.out.printf("written in %.1f s%n", seconds(began));
    }

    private void flush(
            List<Event> events, int from, EventLog log, EventCodec codec, List<CompletableFuture<Appended>> flying) {
        if (events.size() < from || events.isEmpty()) {
            return;
        }
        byte[] id = bytes(UuidV7.next());
        var metadata = new EventMetadata(ACCOUNT, "bench", "Bench", "bench", null, null);
        List<NewCommit.NewEvent> encoded = new ArrayList<>();
        for (Event event : events) {
            String stream = stream(event);
            long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
            encoded.add(codec.encode(event, stream, sequence, id, encoded.size(), metadata));
        }
        flying.add(log.append(new NewCommit(id, encoded, null, List.of(), List.of(), List.of())));
        events.clear();
        if (flying.size() >= COMMITS_IN_FLIGHT) {
            flying.forEach(CompletableFuture::join);
            flying.clear();
        }
    }

    private static String stream(Event event) {
        return switch (event) {
            case PointsAwarded awarded -> awarded.ledger().toString();
            case FanRegistered registered -> registered.fan().toString();
            case PointTypeCreated created -> created.pointType().toString();
            default -> throw new IllegalArgumentException("Not of this benchmark");
        };
    }

    private void replay(SqliteViews views, RingTail tail, EventLog log) throws Exception {
        long began = System.nanoTime();
        double cpu = cpu();
        try (var projections = new Projections(views, tail, List.of(board(), tiers()))) {
            projections.whenReady().join();
            double took = seconds(began);
            System.out.printf(
                    "replayed in %.1f s, %.1f s of CPU: %.0f events/s%n", took, cpu() - cpu, log.head() / took);
        }
    }

    private void ask(SqliteViews views, RingTail tail) throws Exception {
        long began = System.nanoTime();
        double cpu = cpu();
        try (var projections = new Projections(views, tail, List.of(board(), tiers()))) {
            projections.whenReady().join();
            System.out.printf("restarted in %.1f s, %.1f s of CPU%n", seconds(began), cpu() - cpu);
            System.gc();
            System.out.printf("heap %d MB%n", heap() >> 20);
            var side = new ProjectedQuerySide(
                    projections, tail, List.of(), asOf -> new Moment(tail.head() - awards / 4, Instant.now()));
            // Where boards do not fit, each second or so is read again for one.
            time("balance with rank", memory.bytes() == Long.MAX_VALUE ? 200_000 : 400, side, () -> balances(null));
            LocalDate today = LocalDate.now(ZoneOffset.UTC);
            var days = new Days(today.minusDays(400), today);
            time("window, first 1,000", 20, side, () -> leaderboard(days, 1_000, null));
            var then = AsOf.of(tail.head() - awards / 4);
            time("board as of then, cold", 1, side, () -> leaderboard(days, 1_000, then));
            time("board as of then, again", 20, side, () -> leaderboard(days, 1_000, then));
            time("balance with rank as of then", 20, side, () -> balances(then));
            time("window, first 10,000", 20, side, () -> leaderboard(days, 10_000, null));
            System.gc();
            System.out.printf("heap %d MB behind the questions%n", heap() >> 20);
        }
    }

    private static void time(String what, int times, QuerySide side, Supplier<Query<?>> query) {
        long[] took = new long[times];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < times; i++) {
                Query<?> next = query.get();
                long began = System.nanoTime();
                side.answer(new QueryRequest(0, Duration.ofSeconds(1), false, next))
                        .join();
                took[i] = System.nanoTime() - began;
            }
        }
        Arrays.sort(took);
        System.out.printf(
                "%s: median %.3f ms, 99 %% %.3f ms, worst %.3f ms%n",
                what, took[times / 2] / 1e6, took[(int) (times * 0.99)] / 1e6, took[times - 1] / 1e6);
    }

    /** Projections are their packages' own; the server finds them by scanning. */
    private Projection board() throws ReflectiveOperationException {
        var constructor = Class.forName("encore.query.points.BoardProjection")
                .getDeclaredConstructor(QueryGateway.class, BoardMemory.class);
        constructor.setAccessible(true);
        return (Projection) constructor.newInstance(QueryGateway.ofTheQuestionAtHand(), memory);
    }

    private static Projection tiers() throws ReflectiveOperationException {
        var constructor =
                Class.forName("encore.query.tiers.TierHistoryProjection").getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Projection) constructor.newInstance();
    }

    private FanId fan(int number) {
        return new FanId(ACCOUNT + number % boards, FIRST_FAN + number * 97L);
    }

    private FindBalances balances(@Nullable AsOf asOf) {
        FanId fan = fan(random.nextInt(fans));
        return new FindBalances(fan.account(), fan.number(), asOf);
    }

    private FindLeaderboard leaderboard(Days days, int rows, @Nullable AsOf asOf) {
        return new FindLeaderboard(ACCOUNT + random.nextInt(boards), "bench", days, new NextKey(null, rows), asOf);
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    private static long heap() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Seconds of processor that this process took so far. */
    private static double cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (var all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
