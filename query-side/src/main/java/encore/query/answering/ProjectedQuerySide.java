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

/** Answers queries from projections that have reached the wanted position, and refuses queries above its capacity. */
public final class ProjectedQuerySide implements QuerySide {

    /** Queries that wait or read at the same time; more are refused before memory grows. */
    private static final int IN_FLIGHT = 2_048;

    /** The longest wait for a moment of the past. A projection that has not reached it does not answer. */
    private static final Duration AS_OF_PATIENCE = Duration.ofSeconds(2);

    private final Projections projections;
    private final EventTail tail;
    private final Moments moments;
    private final AccountNews news;
    private final Map<Class<?>, Route> routes = new HashMap<>();
    private final Semaphore free = new Semaphore(IN_FLIGHT);

    public ProjectedQuerySide(Projections projections, EventTail tail) {
        this(projections, tail, List.of(), asOf -> {
            throw new IllegalStateException("Queries as of a moment need a moment resolver");
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
            throw new IllegalStateException("Two handlers answer " + query.getSimpleName());
        }
    }

    /** The handler of one kind of query. */
    private static final class Route {
        /** Null for a query component. */
        final @Nullable ProjectionVersions following;

        final BoundHandlers.Answering answering;
        /** Becomes false when the handler turns out to ask others that may block. */
        volatile boolean atOnce;

        Route(@Nullable ProjectionVersions following, BoundHandlers.Answering answering) {
            this.following = following;
            this.answering = answering;
            this.atOnce = answering.atOnce();
        }

        /** Returns whether the query is answered on the caller's thread. Queries of the past never are. */
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
                    "No handler answers " + query.getClass().getSimpleName());
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
                    new Refusal(Refusal.Kind.UNAVAILABLE, "overloaded", "Too many reads at once. Try again later."));
        }
        var found = new CompletableFuture<QueryResult>();
        Thread.ofVirtual().name("question").start(() -> {
            try {
                found.complete(waitAndAnswer(question));
            } catch (ViewsUnavailable e) {
                found.completeExceptionally(new Refusal(
                        Refusal.Kind.UNAVAILABLE, "views-unavailable", "The views are unavailable. Try again later."));
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

    /** Waits for a projection. Returns the number of events by which it is late, if the query allows it to be late. */
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
            // Another version with its own memory may serve by now.
        } while (runner != following.serving());
        long lag = Math.max(0, question.minPosition() - following.serving().reached());
        if (lag > 0 && question.strict()) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "position-not-reached",
                    "The position was not reached in time. Try again later.");
        }
        return lag;
    }

    /** Answers a query that another query's handler asks. */
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
            throw new ViewsUnavailable(new IllegalStateException("the projection has not loaded its memory yet"));
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
     * Returns the state and changes of the projections that gateways follow, and a message when every projection has
     * caught up. When other processes append to the log, its freshness comes first and then regularly.
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
            // The pulses end with the messages, so that a follower that a projection disconnects starts again.
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
