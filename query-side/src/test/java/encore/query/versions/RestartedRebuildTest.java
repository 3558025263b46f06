package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Refusal;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rebuild that a restart cut off goes on where it was, however the process ended. */
class RestartedRebuildTest {

    private static final int EVENTS = 40_000;

    @TempDir
    Path directory;

    private final MemoryTail log = new MemoryTail();

    /** Where reads began, since it was last looked at. */
    private final Set<Long> reads = new ConcurrentSkipListSet<>();

    @Test
    void a_rebuild_goes_on_where_it_was_when_the_process_ends_and_when_it_is_killed() throws Exception {
        for (int i = 0; i < EVENTS; i++) {
            log.append("s" + i % 700, new Counted("c" + i % 700, i));
        }
        try (Views views = SqliteViews.open(directory);
                Projections projections = projections(views)) {
            wait(() -> projections.isReady());
            log.unreadableFrom(20_000);
            assertThat(projections.rebuild("counters")).isEqualTo(2);
            wait(() -> position(projections) >= 16_384);
            assertThatThrownBy(() -> projections.switchTo("counters", 2))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("still filling");
            assertThatThrownBy(() -> projections.compareFrom("counters", null))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("still filling");
        }
        long ended;
        Path killed = directory.resolve("killed");
        try (Views views = SqliteViews.open(directory)) {
            ended = views.open(new Counters.Documented().shape(), 2).position();
            // The last read that is allowed begins before 20,000, and has at most 1,000 events.
            assertThat(ended).isBetween(16_384L, 20_999L);
            log.unreadableFrom(30_000);
            reads.clear();
            try (Projections projections = projections(views)) {
                wait(() -> position(projections) >= 24_576);
                assertThat(reads).isNotEmpty().allMatch(after -> after >= ended);
                // As a killed process leaves them: nobody closed these files.
                copy(directory.resolve("views"), Files.createDirectories(killed.resolve("views")));
            }
        }
        log.unreadableFrom(Long.MAX_VALUE);
        reads.clear();
        try (Views views = SqliteViews.open(killed);
                Projections projections = projections(views)) {
            wait(() -> position(projections) == EVENTS);
            assertThat(reads).isNotEmpty().allMatch(after -> after >= ended);
            assertThat(projections.compareFrom("counters", null).equal()).isTrue();
            projections.switchTo("counters", 2);
            assertThat(projections.versions("counters").serving().version.checksumsAt(16_384))
                    .isNotNull();
        }
    }

    private Projections projections(Views views) {
        return new Projections(views, tail(), List.of(new Counters.Documented()));
    }

    private static long position(Projections projections) {
        return projections.status().stream()
                .filter(one -> one.version() == 2)
                .mapToLong(Projections.VersionStatus::position)
                .findFirst()
                .orElse(-1);
    }

    private static void wait(BooleanSupplier there) throws InterruptedException {
        long giveUp = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!there.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(giveUp);
            Thread.sleep(5);
        }
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file :
                    files.filter(one -> !one.toString().endsWith("-shm")).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    /** The log, which notes where it is read. */
    private EventTail tail() {
        return new EventTail() {
            @Override
            public List<RecordedEvent> read(long after, int limit) {
                List<RecordedEvent> read = log.read(after, limit);
                reads.add(after);
                return read;
            }

            @Override
            public long head() {
                return log.head();
            }

            @Override
            public byte[] hashAt(long position) {
                return log.hashAt(position);
            }

            @Override
            public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
                return log.onAppended(types, wake);
            }
        };
    }
}
