package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.projection.Projection;
import encore.query.runner.FillQueue;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Projections.VersionStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All projections are rebuilt at once. */
class FillQueueTest {

    record Entry(String name) {}

    /** Its second version is not filled before the test allows it. */
    private final class Named implements Projection {

        private final String name;
        private final Collection<Entry> entries = Collection.of("entries", Entry.class);

        Named(String name) {
            this.name = name;
        }

        @Override
        public Views.Shape shape() {
            return new Views.Shape(name, List.of(entries));
        }

        @EventHandler
        void on(Counted event, Documents.Batch documents) throws InterruptedException {
            if (Thread.currentThread().getName().endsWith(".v2")) {
                mayFill.await();
            }
            documents.put(entries, event.counter(), new Entry(event.counter()));
        }
    }

    private static final int WAITING = 3;
    private static final int EVENTS = 3_000;

    @TempDir
    Path directory;

    private final CountDownLatch mayFill = new CountDownLatch(1);
    private final MemoryTail tail = new MemoryTail();

    @AfterEach
    void stop() {
        mayFill.countDown();
    }

    @Test
    void a_few_versions_are_filled_together_the_others_wait_and_those_that_serve_go_on() {
        for (int i = 0; i < EVENTS; i++) {
            tail.append("a", new Counted("a", 1));
        }
        List<Named> all = IntStream.range(0, FillQueue.FILLED_TOGETHER + WAITING)
                .mapToObj(i -> new Named("p" + i))
                .toList();
        try (Views views = SqliteViews.open(directory);
                Projections projections = new Projections(views, tail, all)) {
            await().until(projections::isReady);
            projections.names().forEach(projections::rebuild);

            await().until(() -> waiting(projections).count() == WAITING);
            long head = tail.append("a", new Counted("a", 1));
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> projections.status().stream()
                            .filter(VersionStatus::serves)
                            .allMatch(one -> one.position() == head));
            assertThat(waiting(projections)).hasSize(WAITING).noneMatch(VersionStatus::serves);

            mayFill.countDown();
            await().until(() ->
                    projections.status().stream().allMatch(one -> one.position() == head && one.trouble() == null));
            assertThat(waiting(projections)).isEmpty();
        }
    }

    private static Stream<VersionStatus> waiting(Projections projections) {
        return projections.status().stream().filter(VersionStatus::waits);
    }
}
