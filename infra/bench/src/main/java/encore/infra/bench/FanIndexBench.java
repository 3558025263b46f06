package encore.infra.bench;

import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.projection.Projection;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.nio.file.Path;

/**
 * What the fans of a data directory take in memory, and how long a start reads them.
 *
 * <p>Arguments: data directory of a server that was stopped, how many fans it has.
 */
public final class FanIndexBench {

    private FanIndexBench() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        // The projection is its package's own.
        Constructor<?> made =
                Class.forName("encore.query.search.FanIndexProjection").getDeclaredConstructor();
        made.setAccessible(true);
        var index = (Projection.InMemory) made.newInstance();
        long fans = Long.parseLong(args[1]);
        try (Views views = SqliteViews.open(Path.of(args[0]))) {
            Views.Shape shape = index.shape();
            Views.Version version = views.open(shape, views.serving(shape.projection()));
            for (int i = 0; i < 3; i++) {
                long before = alive();
                long began = System.nanoTime();
                version.read(documents -> {
                    index.load(documents);
                    return documents.position();
                });
                double seconds = (System.nanoTime() - began) / 1e9;
                System.out.printf(
                        "loaded in %.1f s%s%n",
                        seconds, i > 0 ? "" : ", %d bytes a fan".formatted((alive() - before) / fans));
            }
        }
    }

    /** Behind a full collection. */
    private static long alive() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
