package encore.query.points;

import static encore.query.points.PointEvents.awarded;
import static encore.query.points.PointEvents.created;
import static encore.query.points.PointEvents.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.QueryRequest;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.kernel.points.ledgers.Balance;
import encore.query.FakeQueryGateway;
import encore.query.answering.ProjectedQuerySide;
import encore.query.chunks.Chunk;
import encore.query.memory.BoardMemoryLimit;
import encore.query.points.boards.TieredPointType;
import encore.query.projection.Projection;
import encore.query.runner.MemoryTail;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads a directory of an earlier build, with the records of all boards together: it answers at once, and is then
 * rebuilt.
 */
class OldBoardDocumentsTest {

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();

    /** Writes documents as that build did. */
    static final class Before implements Projection {

        private static final Collection<Chunk> CHUNKS = Collection.of("chunks", Chunk.class);
        private static final Collection<TieredPointType> KINDS = Collection.of("kinds", TieredPointType.class);

        @Override
        public Views.Shape shape() {
            return new Views.Shape("boards", List.of(CHUNKS, KINDS));
        }

        @EventHandler
        void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
            long fan = event.ledger().fan().number();
            append(
                    recordedEvent,
                    event.ledger().account() + "." + event.ledger().pointUid(),
                    fan,
                    event.count(),
                    documents);
        }

        @EventHandler
        void on(FanRegistered event, RecordedEvent recordedEvent, Documents.Batch documents) {
            append(
                    recordedEvent,
                    Long.toString(event.fan().account()),
                    event.fan().number(),
                    0,
                    documents);
        }

        @EventHandler
        void on(PointTypeCreated event, Documents.Batch documents) {
            TieredPointType pointType = TieredPointType.of(event);
            documents.put(KINDS, pointType.key(), pointType);
        }

        private static void append(
                RecordedEvent recordedEvent, String owner, long fan, long count, Documents.Batch documents) {
            String key = Chunk.key(recordedEvent.position());
            long at = recordedEvent.at().toEpochMilli();
            documents.put(
                    CHUNKS,
                    key,
                    Chunk.with(documents.get(CHUNKS, key), recordedEvent.position(), at, owner, fan, count));
        }
    }

    @Test
    void it_answers_with_all_that_it_has_and_is_made_anew_once() {
        tail.append("type", created(7, "cd", "discs"));
        tail.append("fan", joined(7, 41));
        tail.append("fan", joined(7, 42));
        for (int i = 0; i < 600; i++) {
            tail.append("points", awarded(7, 41 + i % 2, "cd", "p" + i, 1));
        }
        try (Views views = SqliteViews.open(directory);
                var before = new Projections(views, tail, List.of(new Before()))) {
            before.whenReady().join();
        }
        // Awards of this build that are written to the old documents.
        var boards = new BoardProjection(new FakeQueryGateway(), new BoardMemoryLimit(0));
        try (Views views = SqliteViews.open(directory);
                var now = new Projections(views, tail, List.of(boards))) {
            var side = new ProjectedQuerySide(now, tail);
            for (int i = 0; i < 10; i++) {
                assertThat(balance(side, tail.head())).isEqualTo(300 + i);
                tail.append("points", awarded(7, 41, "cd", "more" + i, 1));
            }
        }
        try (Views views = SqliteViews.open(directory);
                var now = new Projections(
                        views, tail, List.of(new BoardProjection(new FakeQueryGateway(), new BoardMemoryLimit(0))))) {
            var side = new ProjectedQuerySide(now, tail);
            assertThat(balance(side, tail.head())).isEqualTo(310);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> views.versions("boards").equals(List.of(2)));
            assertThat(balance(side, tail.head())).isEqualTo(310);
            long last = tail.append("points", awarded(7, 41, "cd", "last", 5));
            assertThat(balance(side, last)).isEqualTo(315);
        }
    }

    @SuppressWarnings("unchecked") // The query names the type of its answer.
    private static long balance(ProjectedQuerySide side, long position) {
        var balances = (List<Balance>)
                side.answer(new QueryRequest(position, Duration.ofSeconds(8), true, new FindBalances(7, 41, null)))
                        .join()
                        .answer();
        return balances.getFirst().balance();
    }
}
