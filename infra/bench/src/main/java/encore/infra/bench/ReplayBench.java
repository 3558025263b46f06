package encore.infra.bench;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.axon.RingTail;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.query.projection.Projection;
import encore.query.versions.Projections;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.axonframework.eventhandling.EventHandler;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Replays a log of awards into views: how many events a second, and what the log's reading and decoding alone allow.
 * Arguments: events (1000000), fans (10000), directory (a temporary one; a log that is there is used again).
 */
public final class ReplayBench {

    private static final int IN_FLIGHT = 512;
    private static final int A_COMMIT = 5;

    private ReplayBench() {}

    /** The sum of a fan's points: many events fold into one small document. */
    record Sum(long account, long fan, long points, long lastPosition) {}

    static final class Sums implements Projection {

        private static final Collection<Sum> SUMS = Collection.of("sums", Sum.class, Index.on("account", "points"));

        @Override
        public Views.Shape shape() {
            return new Views.Shape("bench_sums", List.of(SUMS));
        }

        @EventHandler
        void on(PointsAwarded event, Recorded recorded, Documents.Batch documents) {
            FanId fan = event.ledger().fan();
            String key = fan.toString();
            Sum before = documents.get(SUMS, key);
            long points = before == null ? 0 : before.points();
            documents.put(SUMS, key, new Sum(fan.account(), fan.number(), points + event.count(), recorded.position()));
        }
    }

    public static void main(String[] args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int fans = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
        Path directory = args.length > 2
                ? Files.createDirectories(Path.of(args[2]))
                : Files.createTempDirectory("encore-replay");
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory)) {
            var codec = new EventCodec(EventCatalogue.load(), keys);
            if (log.head() < count) {
                append(log, codec, count, fans);
            }
            System.out.printf("%,d events of %,d fans%n", log.head(), fans);
            for (int round = 1; round <= 3; round++) {
                try (var tail = new RingTail(log, codec, 1 << 14)) {
                    report("read and decoded", log.head(), () -> drain(tail));
                    List<Recorded> decoded = all(tail);
                    report("sums, from memory", log.head(), () -> replay(new Decoded(decoded), new Sums()));
                    decoded.clear();
                    report("sums", log.head(), () -> replay(tail, new Sums()));
                    report("leaderboard", log.head(), () -> replay(tail, projection("BoardProjection")));
                    report("a document an event", log.head(), () -> replay(tail, projection("FanPointsProjection")));
                }
            }
        }
    }

    private static void append(SqliteEventLog log, EventCodec codec, int count, int fans) {
        var metadata = new EventMetadata(1, "bench", "AwardPoints", "bench", null, null);
        var pending = new ArrayDeque<CompletableFuture<?>>();
        Map<String, Long> sequences = new HashMap<>();
        String point = UUID.randomUUID().toString();
        for (int done = (int) log.head(); done < count; done += A_COMMIT) {
            byte[] id = id();
            var ledger = new LedgerId(new FanId(7, ThreadLocalRandom.current().nextInt(fans) + 1L), point);
            String stream = ledger.toString();
            var events = new ArrayList<NewCommit.NewEvent>();
            for (int i = 0; i < A_COMMIT; i++) {
                long sequence = sequences.merge(stream, 1L, Long::sum) - 1;
                long points = ThreadLocalRandom.current().nextInt(100) + 1L;
                String uid = new UUID(ByteBuffer.wrap(id).getLong(), done + i).toString();
                var once = AwardDetails.once("key-" + (done + i));
                var event = PointsAwarded.of(new AwardPoints(ledger, uid, points, "bench", once), points);
                events.add(codec.encode(event, stream, sequence, id, i, metadata));
            }
            pending.add(log.append(new NewCommit(id, events, null, List.of(), List.of(), List.of())));
            if (pending.size() >= IN_FLIGHT) {
                pending.remove().join();
            }
        }
        pending.forEach(CompletableFuture::join);
    }

    private static byte[] id() {
        long time = System.currentTimeMillis() << 16;
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return ByteBuffer.allocate(16)
                .putLong(time | 0x7000 | random.nextInt(1 << 12))
                .putLong(0x8000_0000_0000_0000L | random.nextLong() >>> 2)
                .array();
    }

    private static void drain(EventTail tail) {
        long after = 0;
        for (List<Recorded> page = tail.read(0, 1_000); !page.isEmpty(); page = tail.read(after, 1_000)) {
            after = page.getLast().position();
        }
    }

    private static List<Recorded> all(EventTail tail) {
        var all = new ArrayList<Recorded>();
        for (List<Recorded> page = tail.read(0, 1_000); !page.isEmpty(); page = tail.read(all.size(), 1_000)) {
            all.addAll(page);
        }
        return all;
    }

    private static Projection projection(String name) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.register(Class.forName("encore.query.points." + name));
            context.refresh();
            return context.getBean(Projection.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void replay(EventTail tail, Projection projection) throws IOException {
        Path files = Files.createTempDirectory("encore-views");
        try (var views = SqliteViews.open(files);
                var projections = new Projections(views, tail, List.of(projection))) {
            projections.whenReady().join();
        }
        try (var all = Files.walk(files)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void report(String what, long events, Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("%-24s %8.2f s %,12.0f events/s%n", what, seconds, events / seconds);
    }

    private interface Work {
        void run() throws Exception;
    }

    /** Events decoded before: what remains is the runner's and the store's. */
    private record Decoded(List<Recorded> events) implements EventTail {

        @Override
        public List<Recorded> read(long after, int limit) {
            return events.subList((int) after, (int) Math.min(events.size(), after + limit));
        }

        @Override
        public long head() {
            return events.size();
        }

        @Override
        public AutoCloseable onNews(Set<Class<?>> types, Runnable wake) {
            return () -> {};
        }
    }
}
