package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.Ended;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends leaves the files of those that held it, and no other file is touched. */
class FileScrubberTest {

    @TempDir
    Path directory;

    private final MemoryTail log = new MemoryTail();

    @Test
    void only_who_applied_an_end_is_scrubbed() {
        try (Views views = SqliteViews.open(directory);
                Projections projections =
                        new Projections(views, log, List.of(new Counters.Documented(), new Counters.Summed()))) {
            await().until(() -> bytes("counters") == 0 && bytes("sums") == 0);
            long counted = log.append("s1", new Counted("a", 1));
            await().until(() -> projections.status().stream().allMatch(one -> one.position() >= counted));
            assertThat(bytes("counters")).isPositive();
            assertThat(bytes("sums")).isPositive();
            log.append("s1", new Ended("a"));
            await().until(() -> bytes("counters") == 0);
            assertThat(bytes("sums")).isPositive();
        }
    }

    /** Both stand in one place of a set of hashes, where the one that is put back comes after the other. */
    @Test
    void those_that_cannot_be_scrubbed_are_tried_again_and_none_of_them_for_ever() {
        var tried = new AtomicInteger();
        var fileScrubber = new FileScrubber();
        fileScrubber.request(busy(tried));
        fileScrubber.request(busy(tried));
        await().until(() -> tried.get() > 2);
        fileScrubber.close();
        int then = tried.get();
        await().during(Duration.ofMillis(300)).until(() -> tried.get() == then);
    }

    private static Views.Version busy(AtomicInteger tried) {
        return (Views.Version) Proxy.newProxyInstance(
                Views.Version.class.getClassLoader(),
                new Class<?>[] {Views.Version.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> 1;
                    case "equals" -> proxy == arguments[0];
                    case "scrub" -> {
                        tried.incrementAndGet();
                        yield false;
                    }
                    default -> throw new AssertionError(method);
                });
    }

    /** Of the write-ahead log. */
    private long bytes(String projection) {
        return directory.resolve("views/" + projection + ".v1.db-wal").toFile().length();
    }
}
