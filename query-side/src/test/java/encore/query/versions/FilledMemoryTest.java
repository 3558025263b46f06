package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.QueryRequest;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Refusal;
import encore.query.answering.ProjectedQuerySide;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Counters.FindSum;
import encore.query.versions.Counters.Sum;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is held in memory while its documents are filled for the first time. */
class FilledMemoryTest {

    private static final int EVENTS = 40_000;
    private static final int FIRST = 20_000;
    private static final int SECOND = 30_000;

    @TempDir
    Path directory;

    private final MemoryTail log = new MemoryTail();

    @Test
    void memory_follows_with_the_documents_and_behind_a_kill_is_loaded_when_they_are_there() throws Exception {
        for (int i = 0; i < EVENTS; i++) {
            log.append("s" + i % 700, new Counted("c", 1));
        }
        Path killed = Files.createDirectories(directory.resolve("killed/views"));
        log.unreadableFrom(FIRST);
        var first = new Counters.Summed();
        try (Views views = SqliteViews.open(directory);
                var projections = new Projections(views, log, List.of(first))) {
            await().until(() -> first.find(new FindSum(1)).sum() >= FIRST);
            assertThat(filling(projections)).isTrue();
            // As a killed process leaves them: nobody closed these files.
            copy(directory.resolve("views"), killed);
        }
        assertThat(first.loads).containsEntry("loads", 1);

        log.unreadableFrom(SECOND);
        var second = new Counters.Summed();
        try (Views views = SqliteViews.open(killed.getParent());
                var projections = new Projections(views, log, List.of(second))) {
            await().until(() -> position(projections) >= SECOND);
            assertThat(filling(projections)).isTrue();
            var side = new ProjectedQuerySide(projections, log);
            assertThatThrownBy(() -> ask(side, Duration.ofMillis(100)))
                    .isInstanceOf(CompletionException.class)
                    .extracting(Throwable::getCause, InstanceOfAssertFactories.type(Refusal.class))
                    .returns(Refusal.Kind.UNAVAILABLE, Refusal::kind);
            assertThat(second.loads).isEmpty();

            log.unreadableFrom(Long.MAX_VALUE);
            assertThat(ask(side, Duration.ofSeconds(30))).isEqualTo(new Sum(EVENTS));
            assertThat(second.loads).containsEntry("loads", 1);
            assertThat(filling(projections)).isFalse();
        }
    }

    private static boolean filling(Projections projections) {
        return projections.versions("sums").serving().version.isFilling();
    }

    private static long position(Projections projections) {
        return projections.versions("sums").serving().version.position();
    }

    private Object ask(ProjectedQuerySide side, Duration patience) {
        return side.answer(new QueryRequest(log.head(), patience, false, new FindSum(1)))
                .join()
                .answer();
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file :
                    files.filter(one -> !one.toString().endsWith("-shm")).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
