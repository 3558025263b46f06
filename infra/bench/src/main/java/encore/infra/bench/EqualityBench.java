package encore.infra.bench;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.axon.RingTail;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.projection.Projection;
import encore.query.versions.Projections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Fills each projection from the log of a data directory that nobody else has open, then again beside itself in one
 * segment and in several, and compares them: rebuilt equals live, and what segments cost.
 *
 * <p>Arguments: data directory (see MixedLog), where the views go ({@code sqlite} or {@code mongodb://host:port/database},
 * an empty one), into how many segments (4), names of projections (all). Ends with 1 when any differ.
 */
public final class EqualityBench {

    private EqualityBench() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        String store = args.length > 1 ? args[1] : "sqlite";
        int segments = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        Set<String> wanted = new HashSet<>(List.of(args).subList(Math.min(3, args.length), args.length));
        boolean equal = true;
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory);
                var tail = new RingTail(log, new EventCodec(EventCatalogue.load(), keys), 1 << 14)) {
            System.out.printf("%,d events%n", tail.head());
            for (Projection projection : FillBench.projections(log, keys, tail)) {
                if (wanted.isEmpty() || wanted.contains(projection.shape().projection())) {
                    equal &= compared(projection, tail, store, segments);
                }
            }
        }
        System.exit(equal ? 0 : 1);
    }

    private static boolean compared(Projection projection, EventTail tail, String store, int segments)
            throws IOException, InterruptedException {
        String name = projection.shape().projection();
        Path files = Files.createTempDirectory("encore-views");
        boolean equal = true;
        long began = System.nanoTime();
        try (Views views = store.equals("sqlite") ? SqliteViews.open(files) : MongoViews.open(store);
                var running = new Projections(views, tail, List.of(projection))) {
            running.whenReady().join();
            System.out.printf("%-14s first   %7.1f s%n", name, seconds(began));
            int most = projection instanceof Projection.Segmented ? segments : 1;
            for (int of : most == 1 ? new int[] {1} : new int[] {1, most}) {
                began = System.nanoTime();
                int version = running.rebuild(name, of);
                while (running.status().stream().anyMatch(one -> one.version() == version && one.lag() > 0)) {
                    Thread.sleep(20);
                }
                double took = seconds(began);
                Projections.Comparison comparison = running.compare(name, difference -> {});
                equal &= comparison.equal();
                System.out.printf(
                        "%-14s in %2d   %7.1f s  %s at %,d  %s%n",
                        name,
                        of,
                        took,
                        comparison.equal() ? "equal" : "DIFFERENT",
                        comparison.position(),
                        comparison.besideSums());
            }
        }
        try (var all = Files.walk(files)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        return equal;
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
