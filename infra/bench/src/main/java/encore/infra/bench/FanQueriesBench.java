package encore.infra.bench;

import encore.infra.eventstore.codec.Json;
import encore.kernel.Patch;
import encore.kernel.fans.Curation;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanEvent.FanCurated;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.segments.Chosen;
import encore.kernel.segments.SegmentQuery.CountChosen;
import encore.query.projection.Projection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The fans of {@link FansLog} in memory alone: bytes a fan, and what searches and kept filters cost their thread. Times are of
 * the processor, as other programs do not matter to it.
 *
 * <p>Arguments: a file of searches, one in a line as JSON of their criteria (see fan_searches.py), how many fans (1000000),
 * activities (10) and tickets (2) of each, filters (200), changes (10000).
 */
public final class FanQueriesBench {

    private static final int ROUNDS = 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Projection.InMemory index;
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
    private final Random random = new Random(5);

    private FanQueriesBench(Projection.InMemory index) {
        this.index = index;
    }

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        List<FanCriteria> searches = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            searches.add(Json.mapper().readValue(line, FanCriteria.class));
        }
        int count = number(args, 1, 1_000_000);
        // The projection is its package's own.
        Constructor<?> made =
                Class.forName("encore.query.search.FanIndexProjection").getDeclaredConstructor();
        made.setAccessible(true);
        var index = (Projection.InMemory) made.newInstance();
        var now = new AtomicLong(System.currentTimeMillis());
        var told = new IndexTold(index, now::get);
        long before = alive();
        long cpu = THREADS.getCurrentThreadCpuTime();
        Path rows = Files.createTempDirectory("fans");
        FansLog.write(told, now, rows, count, number(args, 2, 10), number(args, 3, 2));
        System.out.printf(
                "%,d events told in %.0f s of processor time, %d bytes a fan%n",
                told.position(), seconds(cpu), (alive() - before) / count);
        var bench = new FanQueriesBench(index);
        bench.searches(searches.subList(0, 40), told);
        bench.filters(searches.subList(0, number(args, 4, 200)), told, count, number(args, 5, 10_000));
    }

    private static int number(String[] args, int place, int otherwise) {
        return args.length > place ? Integer.parseInt(args[place]) : otherwise;
    }

    private void searches(List<FanCriteria> searches, IndexTold told) throws ReflectiveOperationException {
        List<Double> all = new ArrayList<>();
        for (int round = -3; round < ROUNDS; round++) {
            for (FanCriteria criteria : searches) {
                long cpu = THREADS.getCurrentThreadCpuTime();
                ask(new FindMatchingFans(told.account(), criteria, today, told.position(), 0, null, 101));
                if (round >= 0) {
                    all.add(seconds(cpu) * 1e3);
                }
            }
        }
        all.sort(null);
        System.out.printf(
                "searches: p50 %.2f ms, p99 %.2f ms of processor time in the index%n",
                all.get(all.size() / 2), all.get(all.size() * 99 / 100));
        for (FanCriteria criteria : searches) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < ROUNDS; i++) {
                ask(new FindMatchingFans(told.account(), criteria, today, told.position(), 0, null, 101));
            }
            System.out.printf(
                    "  %.2f %s%n", seconds(cpu) / ROUNDS * 1e3, Json.mapper().writeValueAsString(criteria));
        }
    }

    private void filters(List<FanCriteria> filters, IndexTold told, int count, int changes)
            throws ReflectiveOperationException {
        List<Chosen> chosen =
                filters.stream().map(criteria -> new Chosen(criteria, null)).toList();
        for (int round = 0; round < 8; round++) {
            count(round == 0 ? "at first" : "after " + changes + " changes", chosen, told);
            count("again", chosen, told);
            for (int i = 0; i < changes; i++) {
                FanId fan = new FanId(told.account(), (1L << 40) + random.nextInt(count));
                told.append(
                        FanCurated.of(fan, Patch.of(new Curation(1 + random.nextInt(5), "Metro 1", null, null, null))),
                        fan);
            }
            told.join();
        }
    }

    private void count(String when, List<Chosen> chosen, IndexTold told) throws ReflectiveOperationException {
        long cpu = THREADS.getCurrentThreadCpuTime();
        ask(new CountChosen(told.account(), chosen, today));
        System.out.printf(
                "all counts of %d filters %s: %.1f ms of processor time%n", chosen.size(), when, seconds(cpu) * 1e3);
    }

    private Object ask(Object query) throws ReflectiveOperationException {
        Method find = index.getClass().getDeclaredMethod("find", query.getClass());
        find.setAccessible(true);
        return find.invoke(index, query);
    }

    private static double seconds(long since) {
        return (THREADS.getCurrentThreadCpuTime() - since) / 1e9;
    }

    /** Behind a full collection. */
    private static long alive() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
