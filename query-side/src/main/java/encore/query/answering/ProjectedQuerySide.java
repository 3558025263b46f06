package encore.query.answering;

import encore.infra.backend.Control;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QueryResult;
import encore.infra.backend.QuerySide;
import encore.infra.eventstore.EventTail;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.AsOf;
import encore.kernel.Moment;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.query.projection.BoundHandlers;
import encore.query.projection.ControlSource;
import encore.query.projection.Moments;
import encore.query.projection.NotHeld;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.runner.VersionRunner;
import encore.query.versions.ProjectionVersions;
import encore.query.versions.Projections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers questions from projections that have reached the wanted position; sheds what it cannot hold. */
public final class ProjectedQuerySide implements QuerySide {

    /** Questions that wait or read at the same time; more are refused before memory grows. */
    private static final int IN_FLIGHT = 2_048;

    /** Bounds the wait for a moment of the past; a projection that has not come there does not answer. */
    private static final Duration AS_OF_PATIENCE = Duration.ofSeconds(2);

    private final Projections projections;
    private final EventTail tail;
    private final Moments moments;
    private final AccountNews news;
    private final Map<Class<?>, Route> routes = new HashMap<>();
    private final Semaphore free = new Semaphore(IN_FLIGHT);

    public ProjectedQuerySide(Projections projections, EventTail tail) {
        this(projections, tail, List.of(), asOf -> {
            throw new IllegalStateException("Nobody knows the log's moments");
        });
    }

    public ProjectedQuerySide(
            Projections projections, EventTail tail, List<QueryComponent> answerers, Moments moments) {
        this.projections = projections;
        this.tail = tail;
        this.moments = moments;
        this.news = new AccountNews(tail);
        for (ProjectionVersions following : projections.following()) {
            following.bound.queries().forEach((query, answering) -> add(query, new Route(following, answering)));
        }
        for (QueryComponent answerer : answerers) {
            BoundHandlers.queriesOf(answerer).forEach((query, answering) -> add(query, new Route(null, answering)));
        }
    }

    private void add(Class<?> query, Route route) {
        if (routes.put(query, route) != null) {
            throw new IllegalStateException("Two answer " + query.getSimpleName());
        }
    }

    /** Leads to what answers one kind of query. */
    private static final class Route {
        /** Null when no projection answers it. */
        final @Nullable ProjectionVersions following;

        final BoundHandlers.Answering answering;
        /** Until it turns out that it asks others which are not at once. */
        volatile boolean atOnce;

        Route(@Nullable ProjectionVersions following, BoundHandlers.Answering answering) {
            this.following = following;
            this.answering = answering;
            this.atOnce = answering.atOnce();
        }

        /** Whether it answers at once; what was true then takes its time. */
        boolean isAtOnce(Query<?> query) {
            return atOnce && query.asOf() == null && !query.byTime();
        }

        boolean hasReached(long position) {
            return following == null || following.serving().hasReached(position);
        }
    }

    private Route route(Query<?> query) {
        Route route = routes.get(query.getClass());
        if (route == null) {
            throw new IllegalArgumentException(
                    "Nobody answers " + query.getClass().getSimpleName());
        }
        return route;
    }

    @Override
    public CompletableFuture<QueryResult> answer(QueryRequest question) {
        try {
            Route route = route(question.query());
            if (route.isAtOnce(question.query()) && route.hasReached(question.minPosition())) {
                try {
                    var asking = QueryScope.now(this, question.minPosition(), true);
                    return CompletableFuture.completedFuture(
                            new QueryResult(answer(asking, route, question.query()), 0));
                } catch (QueryScope.NotAtOnce e) {
                    route.atOnce = false;
                } catch (NotHeld e) {
                    return inTime(question);
                }
            }
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return inTime(question);
    }

    private CompletableFuture<QueryResult> inTime(QueryRequest question) {
        if (!free.tryAcquire()) {
            return CompletableFuture.failedFuture(
                    new Refusal(Refusal.Kind.UNAVAILABLE, "overloaded", "Too many reads at once; try again."));
        }
        var found = new CompletableFuture<QueryResult>();
        Thread.ofVirtual().name("question").start(() -> {
            try {
                found.complete(waitAndAnswer(question));
            } catch (ViewsUnavailable e) {
                found.completeExceptionally(new Refusal(
                        Refusal.Kind.UNAVAILABLE, "views-unavailable", "The read store cannot be reached; try again."));
            } catch (Throwable e) {
                found.completeExceptionally(e);
            } finally {
                free.release();
            }
        });
        return found;
    }

    private QueryResult waitAndAnswer(QueryRequest question) {
        AsOf asOf = question.query().asOf();
        if (asOf == null) {
            long position =
                    question.query().byTime() ? moments.endOfTime(question.minPosition()) : question.minPosition();
            return waitAndAnswer(
                    new QueryRequest(position, question.patience(), question.strict(), question.query()),
                    QueryScope.now(this, position, false));
        }
        Moment moment = moments.of(asOf);
        long position = Math.max(question.minPosition(), moment.position());
        return waitAndAnswer(
                new QueryRequest(position, AS_OF_PATIENCE, true, question.query()),
                QueryScope.asOf(this, position, asOf, moment));
    }

    private QueryResult waitAndAnswer(QueryRequest question, QueryScope asking) {
        long deadline = System.nanoTime() + question.patience().toNanos();
        Route route = route(question.query());
        long lag = route.following == null ? 0 : await(route.following, question, deadline);
        List<NotHeld.Kept> fetched = new ArrayList<>();
        try {
            while (true) {
                try {
                    return new QueryResult(answer(asking, route, question.query()), lag);
                } catch (QueryScope.NotThere e) {
                    lag = Math.max(lag, await(e.following, question, deadline));
                    asking.late.add(e.following);
                } catch (NotHeld e) {
                    fetched.add(e.fetch());
                }
            }
        } finally {
            fetched.forEach(NotHeld.Kept::close);
        }
    }

    /** Waits for a projection; answers by how many events it is late, if that is allowed. */
    private static long await(ProjectionVersions following, QueryRequest question, long deadline) {
        VersionRunner runner;
        do {
            runner = following.serving();
            CompletableFuture<Boolean> there = runner.whenReached(question.minPosition());
            try {
                there.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                there.cancel(false);
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
            // Another version may serve by now, which has its own memory.
        } while (runner != following.serving());
        long lag = Math.max(0, question.minPosition() - following.serving().reached());
        if (lag > 0 && question.strict()) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "position-not-reached",
                    "The position was not reached in time; try again.");
        }
        return lag;
    }

    /** A question inside an answer. */
    Object inside(QueryScope asking, Query<?> query) {
        Route route = route(query);
        boolean there = route.hasReached(asking.minPosition);
        if (asking.atOnce && !(there && route.isAtOnce(query))) {
            throw new QueryScope.NotAtOnce(query.getClass().getSimpleName());
        }
        if (!there && route.following != null && !asking.late.contains(route.following)) {
            throw new QueryScope.NotThere(route.following);
        }
        return answer(asking, route, query);
    }

    private static Object answer(QueryScope asking, Route route, Query<?> query) {
        Moment then = asking.moment(query);
        if (!route.hasReached(0)) {
            throw new ViewsUnavailable(new IllegalStateException("What is answered from is not in memory yet"));
        }
        return route.answering.readsDocuments() && route.following != null
                ? route.following
                        .serving()
                        .read(documents -> ScopedValue.where(QueryGateway.AT_HAND, asking)
                                .<Object, RuntimeException>call(() -> route.answering.answer(query, documents, then)))
                : ScopedValue.where(QueryGateway.AT_HAND, asking)
                        .<Object, RuntimeException>call(() -> route.answering.answer(query, null, then));
    }

    /**
     * All there is from the projections that gateways follow, and word when every projection has caught up; where others
     * append to the log, how fresh that is as well, before anything else and all the time.
     */
    @Override
    public Flux<Control> control() {
        return Flux.defer(() -> {
            List<ProjectionVersions> sources = projections.following().stream()
                    .filter(one -> one.bound.projection instanceof ControlSource)
                    .toList();
            Flux<Control> told = ToldTogether.of(
                            sources.stream().map(this::told).toList())
                    .mergeWith(Mono.fromFuture(projections::whenReady, true).thenReturn(new Control.CaughtUp()));
            if (!tail.shared()) {
                return told;
            }
            Freshness freshness = new Freshness(tail, sources);
            // The pulse ends with what is told, so that whoever is cut off by a projection begins anew.
            return Flux.concat(Mono.fromSupplier(freshness::pulse), told)
                    .publish(all -> all.mergeWith(freshness.pulses().takeUntilOther(all.then())));
        });
    }

    private Flux<Control> told(ProjectionVersions source) {
        ControlSource control = (ControlSource) source.bound.projection;
        return Mono.fromFuture(() -> source.serving().whenReached(tail.head()), true)
                .flatMapMany(reached -> control.follow(source.serving().reached()));
    }

    @Override
    public boolean isBroken() {
        return tail.isBroken();
    }

    @Override
    public Flux<Long> news(long account) {
        return news.of(account);
    }
}
