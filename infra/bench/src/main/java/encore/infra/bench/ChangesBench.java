package encore.infra.bench;

import com.sun.management.OperatingSystemMXBean;
import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Patch;
import encore.kernel.fans.Curation;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.query.projection.BoundHandlers;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * Applies changes of fans, half of them ratings and half of them tags, to the views of {@link FansLog}'s fans, in batches as a
 * server that follows its log has them: what a change costs the projection of fans, or the index of fans, by itself.
 *
 * <p>Arguments: a copy of the data directory of a server that was stopped (it is behind the log afterwards), {@code fans} or
 * {@code fan_index}, how many fans it has, changes a batch (40), batches a round (500), rounds (5).
 */
public final class ChangesBench {

    private static final long ACCOUNT = 1;
    private static final long FIRST_FAN = 1L << 40;

    private ChangesBench() {}

    public static void main(String[] args) throws Throwable {
        BoundHandlers bound = new BoundHandlers(projection(args[1]));
        int fans = Integer.parseInt(args[2]);
        int batch = args.length > 3 ? Integer.parseInt(args[3]) : 40;
        int batches = args.length > 4 ? Integer.parseInt(args[4]) : 500;
        int rounds = args.length > 5 ? Integer.parseInt(args[5]) : 5;
        var random = new Random(7);
        try (Views views = SqliteViews.open(Path.of(args[0]))) {
            Views.Version version = views.open(
                    bound.projection.shape(),
                    views.serving(bound.projection.shape().projection()));
            for (int round = 0; round < rounds; round++) {
                long began = System.nanoTime();
                long own = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                long all = used();
                long written = written();
                for (int i = 0; i < batches; i++) {
                    apply(bound, version.segments().getFirst(), fans, batch, random);
                }
                double changes = (double) batches * batch;
                System.out.printf(
                        "%,.0f changes: %.0f us each, of processor %.0f us (%.0f us with compilers and collections),"
                                + " %.1f KB written%n",
                        changes,
                        (System.nanoTime() - began) / 1e3 / changes,
                        (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - own) / 1e3 / changes,
                        (used() - all) / 1e3 / changes,
                        (written() - written) / 1e3 / changes);
            }
        }
    }

    private static void apply(BoundHandlers bound, Views.Segment segment, int fans, int count, Random random)
            throws Throwable {
        try (Documents.Batch documents = segment.begin()) {
            long position = documents.position();
            for (int i = 0; i < count; i++) {
                FanId fan = new FanId(ACCOUNT, FIRST_FAN + random.nextInt(fans));
                var origin = new Recorded.Origin(ACCOUNT, "bench", "Bench", "bench");
                documents.mark();
                bound.apply(
                        new Recorded(change(fan, random), ++position, Instant.now(), fan.toString(), 1, origin),
                        documents);
            }
            documents.commit(position);
        }
    }

    private static FanEvent change(FanId fan, Random random) {
        return random.nextBoolean()
                ? FanCurated.of(fan, Patch.of(new Curation(1 + random.nextInt(5), null, null, null, null)))
                : new FanTagsChanged(fan, List.of(1L + random.nextInt(50)), List.of(1L + random.nextInt(50)));
    }

    /** The projections are their packages' own. */
    private static Projection projection(String name) throws ReflectiveOperationException {
        if (name.equals("fan_index")) {
            return (Projection) opened("encore.query.search.FanIndexProjection").newInstance();
        }
        return (Projection) opened("encore.query.fans.FanProjection", LongUnaryOperator.class, QueryGateway.class)
                .newInstance((LongUnaryOperator) position -> 0, QueryGateway.ofTheQuestionAtHand());
    }

    private static Constructor<?> opened(String type, Class<?>... parameters) throws ReflectiveOperationException {
        Constructor<?> made = Class.forName(type).getDeclaredConstructor(parameters);
        made.setAccessible(true);
        return made;
    }

    private static long used() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** What the process handed to the disk, where the system says so. */
    private static long written() {
        try {
            return Files.readAllLines(Path.of("/proc/self/io")).stream()
                    .filter(line -> line.startsWith("write_bytes:"))
                    .mapToLong(line -> Long.parseLong(line.substring(12).strip()))
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }
}
