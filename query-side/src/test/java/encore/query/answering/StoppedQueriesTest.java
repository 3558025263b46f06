package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.Pace;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QueryResult;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.projection.MomentResolver;
import encore.query.projection.Projection;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions that work too long, on documents, in memory and aside. */
class StoppedQueriesTest {

    record WalkForever(long account) implements Query<String> {}

    record ThinkForever(long account) implements Query<String> {}

    record AskForeverAside(long account) implements Query<String> {}

    record FindOne(long account) implements Query<String> {}

    record FindLane(long account) implements Query<Boolean> {}

    record OrderForever(long account) implements Query<String> {

        @Override
        public boolean waitsForRunners() {
            return true;
        }
    }

    record Entry(String name) {}

    static final class Entries implements Projection {

        private static final Collection<Entry> ENTRIES = Collection.of("entries", Entry.class, Index.on("name"));

        @Override
        public Views.Shape shape() {
            return new Views.Shape("entries", List.of(ENTRIES));
        }

        @EventHandler
        void on(Counted event, Documents.Batch documents) {
            documents.put(ENTRIES, event.counter(), new Entry(event.counter()));
        }

        @QueryHandler
        String find(WalkForever query, Documents documents) {
            while (true) {
                documents.find(ENTRIES, Where.equal("name", "a"), Order.byKey(), null, 10);
            }
        }

        @QueryHandler
        String find(FindOne query, Documents documents) {
            return documents
                    .find(ENTRIES, Where.equal("name", "a"), Order.byKey(), null, 10)
                    .getFirst()
                    .key();
        }
    }

    static final class Thinker implements QueryComponent {

        private final QueryGateway queryGateway = QueryGateway.ofCurrentQuery();
        final AtomicInteger thinking = new AtomicInteger();
        final CountDownLatch mayEnd = new CountDownLatch(1);

        @QueryHandler
        String find(ThinkForever query) {
            thinking.incrementAndGet();
            try {
                while (true) {
                    ReadDeadline.checkCurrent();
                    Thread.onSpinWait();
                }
            } finally {
                thinking.decrementAndGet();
            }
        }

        @QueryHandler
        String find(AskForeverAside query) {
            Supplier<String> aside = queryGateway.askAsync(new ThinkForever(query.account()));
            queryGateway.ask(new FindOne(query.account()));
            return aside.get();
        }

        @QueryHandler
        boolean find(FindLane query) {
            return ReadDeadline.CURRENT.get().isInSlowLane();
        }

        @QueryHandler
        String find(OrderForever query) throws InterruptedException {
            mayEnd.await();
            return "without a deadline: " + !ReadDeadline.CURRENT.isBound();
        }
    }

    private static final MomentResolver NO_MOMENTS = new MomentResolver() {
        @Override
        public Moment resolve(AsOf asOf) {
            throw new IllegalStateException("Nobody asks for a moment");
        }

        @Override
        public long lastPositionOfTime(long position) {
            return position;
        }
    };

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private final Thinker thinker = new Thinker();
    private Views views;
    private Projections projections;
    private ProjectedQuerySide side;
    private long position;

    @BeforeEach
    void start() {
        views = SqliteViews.open(directory);
        projections = new Projections(views, tail, List.of(new Entries()));
        side = new ProjectedQuerySide(projections, tail, List.of(thinker), NO_MOMENTS);
        position = tail.append("a", new Counted("a", 1));
        assertThat(answer(new FindOne(1))).isEqualTo("a");
    }

    @AfterEach
    void stop() {
        thinker.mayEnd.countDown();
        projections.close();
        views.close();
    }

    @Test
    void a_question_is_stopped_after_two_seconds_and_says_so() {
        for (Query<?> endless : List.of(new WalkForever(1), new ThinkForever(1), new AskForeverAside(1))) {
            long begun = System.nanoTime();

            assertThatThrownBy(() -> answer(endless))
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(Refusal.class, refusal -> {
                        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
                        assertThat(refusal.type()).isEqualTo("not-answered");
                    });

            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(4));
        }
        await().untilAsserted(() -> assertThat(thinker.thinking).hasValue(0));
        assertThat(answer(new FindOne(1))).isEqualTo("a");
    }

    @Test
    void the_work_ends_when_the_caller_leaves() {
        CompletableFuture<QueryResult> asked = ask(new ThinkForever(1), Pace.STREAM);
        await().untilAsserted(() -> assertThat(thinker.thinking).hasValue(1));

        asked.cancel(false);

        await().atMost(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(thinker.thinking).hasValue(0));
    }

    @Test
    void another_account_is_answered_while_endless_questions_work() {
        List<CompletableFuture<QueryResult>> attack = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            attack.add(ask(new WalkForever(i), Pace.ORDINARY));
            attack.add(ask(new ThinkForever(7), Pace.ORDINARY));
        }

        for (int i = 0; i < 10; i++) {
            long begun = System.nanoTime();
            assertThat(answer(new FindOne(99))).isEqualTo("a");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(1));
        }
        assertThat(attack).allMatch(one -> one.isCompletedExceptionally() || !one.isDone());
        attack.forEach(one -> one.cancel(false));
    }

    @Test
    void a_portion_of_a_stream_belongs_to_the_slow_lane_and_an_ordinary_question_to_the_fast_one() {
        assertThat(ask(new FindLane(1), Pace.STREAM).join().answer()).isEqualTo(true);
        assertThat(ask(new FindLane(1), Pace.ORDINARY).join().answer()).isEqualTo(false);
    }

    @Test
    void an_order_that_waits_for_runners_has_no_deadline() {
        CompletableFuture<QueryResult> ordered = ask(new OrderForever(1), Pace.ORDINARY);
        assertThatThrownBy(() -> answer(new ThinkForever(1))).hasCauseInstanceOf(Refusal.class);
        assertThat(ordered).isNotDone();

        thinker.mayEnd.countDown();

        assertThat(ordered.join().answer()).isEqualTo("without a deadline: true");
    }

    private CompletableFuture<QueryResult> ask(Query<?> query, Pace pace) {
        return side.answer(new QueryRequest(position, Duration.ofSeconds(30), true, pace, query));
    }

    private Object answer(Query<?> query) {
        return ask(query, Pace.ORDINARY).join().answer();
    }
}
