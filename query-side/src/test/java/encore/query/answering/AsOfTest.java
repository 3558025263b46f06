package encore.query.answering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.QueryRequest;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.projection.MomentResolver;
import encore.query.projection.NonBlocking;
import encore.query.projection.Projection;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.runner.MemoryTail;
import encore.query.versions.Counters.Counted;
import encore.query.versions.Projections;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsOfTest {

    record FindMoment(long account, @Nullable AsOf asOf) implements Query<MomentAnswer> {}

    record FindMomentTwice(
            long account, @Nullable AsOf asOf, @Nullable AsOf inside) implements Query<MomentAnswer> {}

    record FindMomentByTime(long account) implements Query<MomentAnswer> {

        @Override
        public boolean byTime() {
            return true;
        }
    }

    /** The moment that a handler got, and how far its projection was. */
    record MomentAnswer(Moment then, long position) {}

    static final class MomentProjection implements Projection {

        private static final Collection<MomentAnswer> NONE = Collection.of("none", MomentAnswer.class);

        private final CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        public Views.Shape shape() {
            return new Views.Shape("telling", List.of(NONE));
        }

        @EventHandler
        void on(Counted event) throws InterruptedException {
            if (event.counter().equals("slow")) {
                mayGoOn.await();
            }
        }

        @QueryHandler
        MomentAnswer find(FindMomentByTime query, Documents documents) {
            return new MomentAnswer(Moment.NOW, documents.position());
        }

        @QueryHandler
        MomentAnswer find(FindMoment query, Documents documents, Moment then) {
            return new MomentAnswer(then, documents.position());
        }
    }

    /** Of any two positions the first and the second have one time. */
    private static final MomentResolver TIMES = new MomentResolver() {
        @Override
        public Moment resolve(AsOf asOf) {
            return moment(asOf);
        }

        @Override
        public long lastPositionOfTime(long position) {
            return position + position % 2;
        }
    };

    /** In memory, so at once, unless it is asked as of then. */
    static final class Twice implements QueryComponent {

        private final QueryGateway queryGateway = QueryGateway.ofCurrentQuery();

        @NonBlocking
        @QueryHandler
        MomentAnswer find(FindMomentTwice query) {
            return queryGateway.ask(new FindMoment(query.account(), query.inside()));
        }
    }

    @TempDir
    Path directory;

    private final MemoryTail tail = new MemoryTail();
    private final MomentProjection telling = new MomentProjection();
    private Views views;
    private Projections projections;
    private ProjectedQuerySide side;

    @BeforeEach
    void start() {
        views = SqliteViews.open(directory);
        projections = new Projections(views, tail, List.of(telling));
        side = new ProjectedQuerySide(projections, tail, List.of(new Twice()), TIMES);
    }

    /** Positions are stamped a second apart; those above 90 lie ahead. */
    private static Moment moment(AsOf asOf) {
        Long named = asOf.position();
        Instant at = asOf.at();
        long position = named != null ? named : at == null ? 0 : at.getEpochSecond();
        if (position > 90) {
            throw new Refusal(Refusal.Kind.RULE, "as-of-lies-ahead", "as_of", "This moment lies ahead.");
        }
        return new Moment(position, Instant.ofEpochSecond(position));
    }

    @AfterEach
    void stop() {
        telling.mayGoOn.countDown();
        projections.close();
        views.close();
    }

    @Test
    void without_a_moment_it_is_now() {
        assertThat(ask(new FindMoment(1, null)).then()).isEqualTo(Moment.NOW);
        assertThat(ask(new FindMomentTwice(1, null, null)).then()).isEqualTo(Moment.NOW);
    }

    @Test
    void a_handler_gets_the_moment_that_a_position_or_a_time_means() {
        long end = tail.append("a", new Counted("a", 1));
        var then = new Moment(end, Instant.ofEpochSecond(end));
        assertThat(ask(new FindMoment(1, AsOf.of(end)))).isEqualTo(new MomentAnswer(then, end));
        assertThat(ask(new FindMoment(1, AsOf.of(Instant.ofEpochSecond(end))))).isEqualTo(new MomentAnswer(then, end));
        assertThat(ask(new FindMomentTwice(1, AsOf.of(end), AsOf.of(end)))).isEqualTo(new MomentAnswer(then, end));
        assertThat(ask(new FindMomentTwice(1, AsOf.of(end), null)).then()).isEqualTo(Moment.NOW);
    }

    @Test
    void an_answer_as_of_then_asks_about_no_other_moment() {
        tail.append("a", new Counted("a", 1));
        assertThatThrownBy(() -> ask(new FindMomentTwice(1, AsOf.of(1), AsOf.of(0))))
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_projection_that_has_not_come_there_does_not_answer_even_when_no_position_was_asked_for() {
        long end = tail.append("a", new Counted("slow", 1));
        assertThatThrownBy(() -> ask(new FindMoment(1, AsOf.of(end)))).satisfies(refused(Refusal.Kind.UNAVAILABLE));
        telling.mayGoOn.countDown();
        assertThat(ask(new FindMomentTwice(1, AsOf.of(end), AsOf.of(end))).position())
                .isEqualTo(end);
    }

    @Test
    void a_caller_that_follows_by_times_waits_for_the_end_of_the_time_it_has_seen() {
        tail.append("a", new Counted("a", 1));
        var there = new QueryRequest(1, Duration.ofSeconds(30), false, new FindMoment(1, null));
        assertThat(((MomentAnswer) side.answer(there).join().answer()).position())
                .isEqualTo(1);
        tail.append("a", new Counted("slow", 1));
        var answer = side.answer(new QueryRequest(1, Duration.ofSeconds(30), false, new FindMomentByTime(1)));
        assertThat(answer).isNotDone();
        telling.mayGoOn.countDown();
        assertThat(((MomentAnswer) answer.join().answer()).position()).isEqualTo(2);
    }

    @Test
    void a_moment_that_lies_ahead_is_refused() {
        assertThatThrownBy(() -> ask(new FindMoment(1, AsOf.of(91)))).satisfies(refused(Refusal.Kind.RULE));
    }

    private static Consumer<Throwable> refused(Refusal.Kind kind) {
        return thrown -> assertThat(thrown)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(kind));
    }

    private MomentAnswer ask(Query<MomentAnswer> query) {
        return (MomentAnswer) side.answer(new QueryRequest(0, Duration.ZERO, false, query))
                .join()
                .answer();
    }
}
