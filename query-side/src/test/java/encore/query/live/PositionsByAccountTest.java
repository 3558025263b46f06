package encore.query.live;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.testmongo.MongoForTests;
import encore.infra.views.Views;
import encore.infra.views.mongo.MongoViews;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Refusal;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.query.ProjectionUnderTest;
import encore.query.live.PositionsByAccountProjection.PositionPage;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Followers that resume anywhere, while events are written and the index of positions is behind, rebuilt and switched. */
class PositionsByAccountTest {

    private static final int EVENTS = 60_000;
    private static final int READERS = 3;
    private static final String NAME = PositionsByAccountProjection.NAME;
    private static final Duration SOON = Duration.ofSeconds(60);

    private final MemoryTail tail = new MemoryTail();
    private final List<Long> own = new CopyOnWriteArrayList<>();
    private final AtomicBoolean written = new AtomicBoolean();

    @TempDir
    Path directory;

    private Views open(String store) {
        return store.equals("sqlite") ? SqliteViews.open(directory) : MongoViews.open(MongoForTests.uri());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mongodb"})
    void nothing_is_missed_or_repeated_while_the_index_is_behind_or_rebuilt_or_switched(String store) throws Exception {
        writeSome(10_000);
        try (Views views = open(store);
                var projections = new Projections(views, tail, List.of(new PositionsByAccountProjection()))) {
            var index = new AccountPositionIndex(projections);
            var feed = new LiveEventFeed(tail, index, List.of());
            var writer = CompletableFuture.runAsync(this::write);
            List<CompletableFuture<List<Long>>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(CompletableFuture.supplyAsync(() -> followFromTheStart(feed)));
            }
            var resuming = CompletableFuture.runAsync(() -> resumeAnywhere(feed));
            soon(() -> index.after("7", 0, 1).isPresent());
            while (!written.get()) {
                int version = projections.rebuild(NAME);
                soon(() -> isSwitchedTo(projections, version));
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                projections.rollBack(NAME);
            }
            writer.join();
            resuming.join();
            for (var reader : readers) {
                assertThat(reader.join()).isEqualTo(own);
            }
            soon(() -> index.after("7", 0, 1).isPresent() && lag(projections, serving(projections)) == 0);
            tail.countReads();
            assertThat(allAfter(feed, 0)).isEqualTo(own);
            assertThat(tail.eventsRead())
                    .as("the index spares reading the others")
                    .isLessThan(own.size() + 2_001L);
        }
    }

    @Test
    void a_dead_letter_that_is_retried_takes_its_place_although_it_comes_decoded() {
        var type = new PointTypeId(7, "discs");
        var event = new PointTypeCreated(type, "Discs");
        try (var index = new ProjectionUnderTest<PositionsByAccountProjection>(PositionsByAccountProjection::new)) {
            index.given(event).givenLate(event, event, new UndecodablePlaceholder("what_nobody_knows"));
            // All events of this helper are in one stream, whose name is taken for the account.
            assertThat(find(index, 0, 10)).contains(new PositionPage(List.of(1L, 2L, 3L, 4L), 4));
            assertThat(find(index, 1, 2)).contains(new PositionPage(List.of(2L, 3L), 3));
        }
    }

    private static Optional<PositionPage> find(
            ProjectionUnderTest<PositionsByAccountProjection> index, long after, int limit) {
        return index.read(documents -> PositionsByAccountProjection.find("stream", after, limit, documents));
    }

    private static boolean isSwitchedTo(Projections projections, int version) {
        try {
            projections.switchTo(NAME, version);
            return true;
        } catch (Refusal stillFilling) {
            return false;
        }
    }

    private static int serving(Projections projections) {
        return projections.versions(NAME).serving().version.number();
    }

    private static long lag(Projections projections, int version) {
        return projections.status().stream()
                .filter(one -> one.version() == version)
                .mapToLong(Projections.VersionStatus::lag)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    private void write() {
        while (tail.head() < EVENTS) {
            writeSome(50);
            LockSupport.parkNanos(200_000);
        }
        written.set(true);
    }

    /** Writes events of many accounts, some of them of account 7. */
    private void writeSome(int events) {
        for (int i = 0; i < events; i++) {
            long account = ThreadLocalRandom.current().nextInt(20) == 0
                    ? 7
                    : 70 + ThreadLocalRandom.current().nextInt(5);
            var type = new PointTypeId(account, "p" + tail.head());
            long position = tail.append(type.toString(), new PointTypeCreated(type, "Points"));
            if (account == 7) {
                own.add(position);
            }
        }
    }

    private List<Long> followFromTheStart(LiveEventFeed feed) {
        List<Long> received = new ArrayList<>();
        long after = 0;
        while (after < EVENTS) {
            after = readPage(feed, after, received);
        }
        return received;
    }

    private void resumeAnywhere(LiveEventFeed feed) {
        while (!written.get()) {
            long after = ThreadLocalRandom.current().nextLong(tail.head());
            int written = own.size();
            List<Long> expected = List.copyOf(own.subList(0, written)).stream()
                    .filter(one -> one > after)
                    .toList();
            assertThat(allAfter(feed, after)).startsWith(expected.toArray(Long[]::new));
        }
    }

    private List<Long> allAfter(LiveEventFeed feed, long after) {
        List<Long> received = new ArrayList<>();
        long head = tail.head();
        long next = after;
        while (next < head) {
            next = readPage(feed, next, received);
        }
        return received;
    }

    private static long readPage(LiveEventFeed feed, long after, List<Long> received) {
        int limit = 1 + ThreadLocalRandom.current().nextInt(1_000);
        LiveEvents page = feed.find(new FindLiveEvents(7, after, limit));
        page.events().stream().map(LiveEvent::position).forEach(received::add);
        assertThat(page.next()).isGreaterThanOrEqualTo(after);
        return page.next();
    }

    private static void soon(BooleanSupplier happens) {
        long end = System.nanoTime() + SOON.toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
