package encore.infra.bench;

import com.sun.management.OperatingSystemMXBean;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.projection.Projection;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.nio.file.Path;

/**
 * Measures the memory of a data directory's fan index, and the time in which a start loads it.
 *
 * <p>Arguments: data directory of a stopped server, its number of fans.
 */
public final class FanIndexBench {

    private FanIndexBench() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        // The projection is package-private.
        Constructor<?> made =
                Class.forName("encore.query.search.FanIndexProjection").getDeclaredConstructor();
        made.setAccessible(true);
        var index = (Projection.InMemory) made.newInstance();
        long fans = Long.parseLong(args[1]);
        try (Views views = SqliteViews.open(Path.of(args[0]))) {
            Views.Shape shape = index.shape();
            Views.Version version = views.open(shape, views.servingVersion(shape.projection()));
            for (int i = 0; i < 3; i++) {
                long before = alive();
                long began = System.nanoTime();
                long cpu = used();
                version.read(documents -> {
                    index.load(documents);
                    return documents.position();
                });
                double seconds = (System.nanoTime() - began) / 1e9;
                double busy = (used() - cpu) / 1e9;
                System.out.printf(
                        "loaded in %.1f s, %.1f s of processor time with collections and compilers%s%n",
                        seconds, busy, i > 0 ? "" : ", %d bytes a fan".formatted((alive() - before) / fans));
            }
        }
    }

    private static long used() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Returns the used heap after a full collection. */
    private static long alive() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
