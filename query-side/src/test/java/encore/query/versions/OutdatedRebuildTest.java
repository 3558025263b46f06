package encore.query.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.testmongo.MongoForTests;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.axonframework.eventhandling.EventHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an earlier build stored otherwise is made anew, once, while it answers. */
class OutdatedRebuildTest {

    private static final String NAME = "totals";

    @TempDir
    Path directory;

    private final MemoryTail log = new MemoryTail();

    @BeforeEach
    void write() {
        for (int i = 1; i <= 300; i++) {
            log.append("s" + i % 7, new Counted("c" + i % 7, i));
        }
    }

    record Total(long sum) {}

    /** As a build before it: without the highest. */
    static class Before implements Projection {

        static final Collection<Total> TOTALS = Collection.of(NAME, Total.class);

        @Override
        public Views.Shape shape() {
            return new Views.Shape(NAME, List.of(TOTALS));
        }

        @EventHandler
        void on(Counted event, RecordedEvent recordedEvent, Documents.Batch documents) {
            Total total = documents.get(TOTALS, event.counter());
            documents.put(TOTALS, event.counter(), new Total((total == null ? 0 : total.sum()) + event.by()));
        }
    }

    /** Makes other documents of the same records. */
    static final class Doubled extends Before {

        @Override
        public int revision() {
            return 2;
        }

        @Override
        @EventHandler
        void on(Counted event, RecordedEvent recordedEvent, Documents.Batch documents) {
            super.on(new Counted(event.counter(), 2 * event.by()), recordedEvent, documents);
        }
    }

    record TotalWithHighest(long sum, @Nullable Long highest) {}

    static final class After implements Projection {

        static final Collection<TotalWithHighest> TOTALS = Collection.of(NAME, TotalWithHighest.class);

        @Override
        public Views.Shape shape() {
            return new Views.Shape(NAME, List.of(TOTALS));
        }

        @EventHandler
        void on(Counted event, RecordedEvent recordedEvent, Documents.Batch documents) {
            TotalWithHighest total = documents.get(TOTALS, event.counter());
            long sum = total == null ? 0 : total.sum();
            Long highest = total == null ? null : total.highest();
            documents.put(
                    TOTALS,
                    event.counter(),
                    new TotalWithHighest(
                            sum + event.by(), highest == null ? event.by() : Math.max(highest, event.by())));
        }
    }

    static final class Awards extends Before {

        @EventHandler
        void on(PointsAwarded event, Documents.Batch documents) {}
    }

    @Test
    void documents_that_have_got_a_component_since_are_made_anew_and_the_old_ones_dropped() {
        into(new Before());
        try (Views views = SqliteViews.open(directory);
                Projections now = new Projections(views, log, List.of(new After()))) {
            serves(now, 2);
            assertThat(views.versions(NAME)).containsExactly(2);
            assertThat(found(now, After.TOTALS)).isEqualTo(new TotalWithHighest(sum(1), 295L));
        }
        staysAs(new After(), 2);
    }

    @Test
    void documents_of_another_revision_are_made_anew() {
        into(new Before());
        try (Views views = SqliteViews.open(directory);
                Projections now = new Projections(views, log, List.of(new Doubled()))) {
            serves(now, 2);
            assertThat(found(now, Before.TOTALS)).isEqualTo(new Total(2 * sum(1)));
        }
    }

    @Test
    void documents_of_which_nobody_noted_how_they_were_made_are_made_anew() {
        into(new Before());
        try (Views views = SqliteViews.open(directory)) {
            views.open(new Before().shape(), 1).writeNote("");
        }
        try (Views views = SqliteViews.open(directory);
                Projections now = new Projections(views, log, List.of(new Before()))) {
            serves(now, 2);
        }
    }

    @Test
    void an_event_that_is_handled_now_and_was_there_before_is_a_reason_and_a_new_one_is_none() {
        ProjectionHandlers awards = new ProjectionHandlers(new Awards());
        VersionOrigin now = VersionOrigin.current(awards);
        assertThat(now.unhandledEvents()).contains("fan_registered").doesNotContain("points_awarded");
        assertThat(VersionOrigin.isOutdated(now.toNote(), awards)).isFalse();
        assertThat(VersionOrigin.isOutdated(
                        new VersionOrigin(now.documentTypes(), Set.of("fan_registered")).toNote(), awards))
                .isFalse();
        assertThat(VersionOrigin.isOutdated(
                        new VersionOrigin(now.documentTypes(), Set.of("points_awarded")).toNote(), awards))
                .isTrue();
    }

    @Test
    void a_version_made_by_this_build_stays() {
        into(new Before());
        staysAs(new Before(), 1);
    }

    @Test
    void one_node_of_two_makes_it_anew_and_the_other_follows() {
        String uri = MongoForTests.uri();
        Supplier<Views> store = () -> MongoViews.open(uri);
        try (Views views = store.get();
                Projections before = new Projections(views, log, List.of(new Before()), 1, "before")) {
            await().until(before::isReady);
        }
        try (Views first = store.get();
                Views second = store.get();
                Projections one = new Projections(first, log, List.of(new After()), 1, "one");
                Projections two = new Projections(second, log, List.of(new After()), 1, "two")) {
            serves(one, 2);
            serves(two, 2);
            assertThat(found(two, After.TOTALS)).isEqualTo(new TotalWithHighest(sum(1), 295L));
            assertThat(first.versions(NAME)).containsExactly(2);
        }
    }

    /** Loads for as long as it is held. */
    static final class Slow implements Projection.InMemory {

        private static final Collection<Total> NONE = Collection.of("none", Total.class);

        private final CountDownLatch released = new CountDownLatch(1);

        @Override
        public Views.Shape shape() {
            return new Views.Shape("slow", List.of(NONE));
        }

        @EventHandler
        void on(Counted event) {}

        @Override
        public void load(Documents documents) {
            try {
                assertThat(released.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void apply(List<RecordedEvent> events) {}
    }

    @Test
    void nothing_is_made_anew_while_the_start_goes_on() throws InterruptedException {
        into(new Before());
        Slow slow = new Slow();
        try (Views views = SqliteViews.open(directory);
                Projections now = new Projections(views, log, List.of(new After(), slow))) {
            await().until(() -> now.versions(NAME).serving().reached() == log.head());
            Thread.sleep(100);
            assertThat(views.versions(NAME)).containsExactly(1);
            slow.released.countDown();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> now.versions(NAME).serving().version.number() == 2);
        }
    }

    private void into(Projection projection) {
        try (Views views = SqliteViews.open(directory);
                Projections before = new Projections(views, log, List.of(projection))) {
            await().until(before::isReady);
        }
    }

    private void staysAs(Projection projection, int version) {
        try (Views views = SqliteViews.open(directory);
                Projections now = new Projections(views, log, List.of(projection))) {
            await().until(now::isReady);
            assertThat(now.versions(NAME).isOutdated()).isFalse();
            assertThat(views.versions(NAME)).containsExactly(version);
        }
    }

    private static void serves(Projections projections, int version) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(projections.versions(NAME).serving().version.number()).isEqualTo(version);
            assertThat(projections.status()).hasSize(1);
        });
    }

    private static <T> @Nullable T found(Projections projections, Collection<T> totals) {
        return projections.versions(NAME).serving().read(documents -> documents.get(totals, "c1"));
    }

    private static long sum(int of) {
        long sum = 0;
        for (int i = 1; i <= 300; i++) {
            sum += i % 7 == of ? i : 0;
        }
        return sum;
    }
}
