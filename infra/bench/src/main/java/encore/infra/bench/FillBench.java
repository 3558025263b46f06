package encore.infra.bench;

import com.sun.management.OperatingSystemMXBean;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.tail.RingBufferTail;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.fans.FanEvent;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.points.PointsEvent;
import encore.query.lists.ListProjections;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.versions.Projections;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.axonframework.eventhandling.EventHandler;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/**
 * Measures the cost of a rebuild by itself: fills each projection from the log of a data directory, without a server or
 * readers, and then all of them together. No other process may have the directory open.
 *
 * <p>Arguments: data directory (see MixedLog), names of projections (all, and then together); {@code together} does not
 * fill each of them alone; {@code nothing} reads and decodes a mixed history and writes no document.
 */
public final class FillBench {

    private static final String TOGETHER = "together";
    private static final String NOTHING = "nothing";

    private FillBench() {}

    /** A projection without documents: the least cost of a filling. */
    private static final class EmptyProjection implements Projection {

        @Override
        public Views.Shape shape() {
            return new Views.Shape(NOTHING, List.of());
        }

        @EventHandler
        void on(PointsEvent event) {}

        @EventHandler
        void on(FanEvent event) {}

        @EventHandler
        void on(IdentifierEvent event) {}

        @EventHandler
        void on(ConnectionEvent event) {}
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Set<String> wanted = new HashSet<>(List.of(args).subList(1, args.length));
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory);
                var tail = new RingBufferTail(log, new EventCodec(EventCatalogue.load(), keys), 1 << 14)) {
            var projections = new TreeMap<String, Projection>();
            for (Projection projection : projections(log, keys, tail)) {
                projections.put(projection.shape().projection(), projection);
            }
            if (wanted.contains(NOTHING)) {
                projections.put(NOTHING, new EmptyProjection());
            }
            boolean together = wanted.remove(TOGETHER);
            if (!wanted.isEmpty()) {
                projections.keySet().retainAll(wanted);
            }
            if (!together) {
                for (Map.Entry<String, Projection> one : projections.entrySet()) {
                    report(one.getKey(), tail, List.of(one.getValue()));
                }
            }
            if (together || wanted.isEmpty()) {
                report(TOGETHER, tail, List.copyOf(projections.values()));
            }
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    static List<Projection> projections(EventLog log, KeyStore keys, EventTail tail) {
        try (var context = new AnnotationConfigApplicationContext()) {
            // Spring does not close registered singletons: they are used again.
            context.getBeanFactory().registerSingleton("log", log);
            context.getBeanFactory().registerSingleton("keys", keys);
            context.getBeanFactory().registerSingleton("tail", tail);
            context.getBeanFactory().registerSingleton("questions", QueryGateway.ofCurrentQuery());
            // What a projection needs of its side is made with it, and nothing else.
            var scanner = new ClassPathBeanDefinitionScanner(context);
            scanner.getBeanDefinitionDefaults().setLazyInit(true);
            scanner.addExcludeFilter(new AnnotationTypeFilter(Configuration.class));
            scanner.scan("encore.query");
            context.register(new ListProjections());
            context.refresh();
            return List.copyOf(context.getBeansOfType(Projection.class).values());
        }
    }

    private static void report(String what, EventTail tail, List<Projection> projections) throws IOException {
        Path files = Files.createTempDirectory("encore-views");
        long start = System.nanoTime();
        long used = cpu();
        long size;
        try (var views = SqliteViews.open(files);
                var running = new Projections(views, tail, projections)) {
            running.whenReady().join();
            double seconds = (System.nanoTime() - start) / 1e9;
            size = running.status().stream()
                    .mapToLong(one -> Objects.requireNonNullElse(one.bytes(), 0L))
                    .sum();
            System.out.printf(
                    "%-24s %7.2f s %7.2f s CPU %,10.0f events/s %,6d MB%n",
                    what, seconds, (cpu() - used) / 1e9, tail.head() / seconds, size / 1_000_000);
        }
        try (var all = Files.walk(files)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
