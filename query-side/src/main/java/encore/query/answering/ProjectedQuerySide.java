package encore.query.answering;

import encore.infra.backend.ControlMessage;
import encore.infra.backend.Pace;
import encore.infra.backend.QueryRequest;
import encore.infra.backend.QueryResult;
import encore.infra.backend.QuerySide;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import encore.infra.eventstore.EventTail;
import encore.infra.views.ViewsUnavailable;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadLanes;
import encore.infra.views.lanes.ReadStopped;
import encore.kernel.Query;
import encore.kernel.Refusal;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.memory.NotInMemory;
import encore.query.projection.ControlSource;
import encore.query.projection.MomentResolver;
import encore.query.projection.ProjectionHandlers;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.runner.VersionRunner;
import encore.query.versions.ProjectionVersions;
import encore.query.versions.Projections;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers queries from projections that have reached the wanted position, and refuses queries above its capacity. */
public final class ProjectedQuerySide implements QuerySide {

    /** A question that works longer is stopped. */
    private static final Duration MAX_WORK = Duration.ofSeconds(2);

    /** A portion of a stream may wait for others and work for so long. */
    private static final Duration MAX_PORTION = Duration.ofSeconds(30);

    /** The longest wait for a moment of the past. A projection that has not reached it does not answer. */
    private static final Duration AS_OF_TIMEOUT = Duration.ofSeconds(2);

    private final Projections projections;
    private final EventTail tail;
    private final MomentResolver momentResolver;
    private final AccountPositions accountPositions;
    private final PresenceBoard presenceBoard = new PresenceBoard();
    private final JoinedGateways joinedGateways = new JoinedGateways(Clock.systemUTC());
    private final Map<Class<?>, QueryRoute> queryRoutes = new HashMap<>();
    private final InFlightQueries inFlight = new InFlightQueries();
    private final ReadLanes lanes;

    public ProjectedQuerySide(Projections projections, EventTail tail) {
        this(projections, tail, List.of(), asOf -> {
            throw new IllegalStateException("Queries as of a moment need a moment resolver");
        });
    }

    public ProjectedQuerySide(
            Projections projections,
            EventTail tail,
            List<QueryComponent> queryComponents,
            MomentResolver momentResolver) {
        this.lanes = new ReadLanes(projections.readers());
        this.projections = projections;
        this.tail = tail;
        this.momentResolver = momentResolver;
        this.accountPositions = new AccountPositions(tail);
        for (ProjectionVersions versions : projections.versions()) {
            versions.handlers
                    .queryHandlers()
                    .forEach((query, boundQueryHandler) -> add(query, new QueryRoute(versions, boundQueryHandler)));
        }
        for (QueryComponent answerer : queryComponents) {
            ProjectionHandlers.queriesOf(answerer)
                    .forEach((query, boundQueryHandler) -> add(query, new QueryRoute(null, boundQueryHandler)));
        }
    }

    private void add(Class<?> query, QueryRoute queryRoute) {
        if (queryRoutes.put(query, queryRoute) != null) {
            throw new IllegalStateException("Two handlers answer " + query.getSimpleName());
        }
    }

    /** The handler of one kind of query. */
    private static final class QueryRoute {
        /** Null for a query component. */
        final @Nullable ProjectionVersions versions;

        final ProjectionHandlers.BoundQueryHandler handler;
        /** Becomes false when the handler turns out to ask others that may block. */
        volatile boolean nonBlocking;

        QueryRoute(@Nullable ProjectionVersions versions, ProjectionHandlers.BoundQueryHandler boundQueryHandler) {
            this.versions = versions;
            this.handler = boundQueryHandler;
            this.nonBlocking = boundQueryHandler.nonBlocking();
        }

        /** Returns whether the query is answered on the caller's thread. Queries of the past never are. */
        boolean isNonBlocking(Query<?> query) {
            return nonBlocking && query.asOf() == null && !query.byTime();
        }

        boolean hasReached(long position) {
            return versions == null || versions.serving().hasReached(position);
        }
    }

    private QueryRoute route(Query<?> query) {
        QueryRoute queryRoute = queryRoutes.get(query.getClass());
        if (queryRoute == null) {
            throw new IllegalArgumentException(
                    "No handler answers " + query.getClass().getSimpleName());
        }
        return queryRoute;
    }

    @Override
    public CompletableFuture<QueryResult> answer(QueryRequest request) {
        try {
            QueryRoute queryRoute = route(request.query());
            if (queryRoute.isNonBlocking(request.query()) && queryRoute.hasReached(request.minPosition())) {
                try {
                    var scope = QueryScope.now(this, request.minPosition(), true);
                    Object answer = answer(scope, queryRoute, request.query());
                    return CompletableFuture.completedFuture(new QueryResult(answer, 0, scope.position()));
                } catch (QueryScope.MayBlock e) {
                    queryRoute.nonBlocking = false;
                } catch (NotInMemory e) {
                    return answerOnOwnThread(request);
                }
            }
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(toFailure(e));
        }
        return answerOnOwnThread(request);
    }

    private CompletableFuture<QueryResult> answerOnOwnThread(QueryRequest request) {
        long account = request.query().account();
        if (!inFlight.tryEnter(account)) {
            return CompletableFuture.failedFuture(
                    new Refusal(Refusal.Kind.UNAVAILABLE, "overloaded", "Too many reads at once. Try again later."));
        }
        var found = new CompletableFuture<QueryResult>();
        var caller = ReadDeadline.untilCancelled();
        found.whenComplete((result, failure) -> {
            if (found.isCancelled()) {
                caller.cancel();
            }
        });
        Thread.ofVirtual().name("query").start(() -> {
            try {
                found.complete(waitAndAnswer(request, caller));
            } catch (Throwable e) {
                found.completeExceptionally(toFailure(e));
            } finally {
                inFlight.leave(account);
            }
        });
        return found;
    }

    /** Returns the refusal for a failure that may pass, or the failure itself. */
    private static Throwable toFailure(Throwable failure) {
        return switch (failure) {
            case ViewsUnavailable e ->
                new Refusal(
                        Refusal.Kind.UNAVAILABLE, "views-unavailable", "The views are unavailable. Try again later.");
            case ReadStopped e ->
                new Refusal(
                        Refusal.Kind.UNAVAILABLE,
                        "not-answered",
                        "The answer takes longer than a call may. Ask for less, or try again later.");
            default -> failure;
        };
    }

    private QueryResult waitAndAnswer(QueryRequest request, ReadDeadline caller) {
        AsOf asOf = request.query().asOf();
        if (asOf == null) {
            long position = request.query().byTime()
                    ? momentResolver.lastPositionOfTime(request.minPosition())
                    : request.minPosition();
            return waitAndAnswer(request.at(position), caller, QueryScope.now(this, position, false));
        }
        Moment moment = momentResolver.resolve(asOf);
        long position = Math.max(request.minPosition(), moment.position());
        return waitAndAnswer(
                request.at(position).strictly(AS_OF_TIMEOUT), caller, QueryScope.asOf(this, position, asOf, moment));
    }

    private QueryResult waitAndAnswer(QueryRequest request, ReadDeadline caller, QueryScope scope) {
        long deadline = System.nanoTime() + request.maxWait().toNanos();
        QueryRoute queryRoute = route(request.query());
        long lag = Math.max(
                queryRoute.versions == null ? 0 : await(queryRoute.versions, request, deadline),
                awaitLog(request, deadline));
        List<NotInMemory.LoadedData> loaded = new ArrayList<>();
        try {
            while (true) {
                try {
                    Object answer = answerInLane(request, caller, scope, queryRoute);
                    return new QueryResult(answer, lag, scope.position());
                } catch (QueryScope.PositionNotReached e) {
                    lag = Math.max(lag, await(e.versions, request, deadline));
                    scope.lateProjections.add(e.versions);
                } catch (NotInMemory e) {
                    loaded.add(e.load());
                }
            }
        } finally {
            loaded.forEach(NotInMemory.LoadedData::close);
        }
    }

    private Object answerInLane(QueryRequest request, ReadDeadline caller, QueryScope scope, QueryRoute queryRoute) {
        Query<?> query = request.query();
        if (query.waitsForRunners()) {
            return answer(scope, queryRoute, query);
        }
        boolean streams = request.pace() == Pace.STREAM;
        return lanes.call(
                query.account(),
                caller.within(streams ? MAX_PORTION : MAX_WORK),
                streams,
                () -> answer(scope, queryRoute, query));
    }

    /**
     * Waits until answers that are read in the log itself contain the caller's writes, and nothing of whom the caller
     * erased. Returns at least 1 if they may not, and the query allows it.
     */
    private long awaitLog(QueryRequest request, long deadline) {
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        if (request.minPosition() == 0 || tail.awaitPosition(request.minPosition(), left)) {
            return 0;
        }
        if (request.strict()) {
            throw positionNotReached();
        }
        return Math.max(1, request.minPosition() - tail.head());
    }

    private static Refusal positionNotReached() {
        return new Refusal(
                Refusal.Kind.UNAVAILABLE,
                "position-not-reached",
                "The position was not reached in time. Try again later.");
    }

    /** Waits for a projection. Returns the number of events by which it is late, if the query allows it to be late. */
    private static long await(ProjectionVersions versions, QueryRequest request, long deadline) {
        VersionRunner runner;
        do {
            runner = versions.serving();
            CompletableFuture<Boolean> reached = runner.whenReached(request.minPosition());
            try {
                reached.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                reached.cancel(false);
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
            // Another version with its own memory may serve by now.
        } while (runner != versions.serving());
        long lag = Math.max(0, request.minPosition() - versions.serving().reached());
        if (lag > 0 && request.strict()) {
            throw positionNotReached();
        }
        return lag;
    }

    /** Answers a query that another query's handler asks. */
    Object answerNested(QueryScope scope, Query<?> query) {
        QueryRoute queryRoute = route(query);
        boolean isReached = queryRoute.hasReached(scope.minPosition);
        if (scope.nonBlocking && !(isReached && queryRoute.isNonBlocking(query))) {
            throw new QueryScope.MayBlock(query.getClass().getSimpleName());
        }
        if (!isReached && queryRoute.versions != null && !scope.lateProjections.contains(queryRoute.versions)) {
            throw new QueryScope.PositionNotReached(queryRoute.versions);
        }
        return answer(scope, queryRoute, query);
    }

    private static Object answer(QueryScope scope, QueryRoute queryRoute, Query<?> query) {
        Moment then = scope.moment(query);
        if (!queryRoute.hasReached(0)) {
            throw new ViewsUnavailable(new IllegalStateException("the projection has not loaded its memory yet"));
        }
        if (queryRoute.versions != null) {
            scope.noteRead(queryRoute.versions.serving().reached());
        }
        return queryRoute.handler.readsDocuments() && queryRoute.versions != null
                ? queryRoute
                        .versions
                        .serving()
                        .read(documents -> ScopedValue.where(QueryGateway.CURRENT, scope)
                                .<Object, RuntimeException>call(
                                        () -> queryRoute.handler.answer(query, documents, then)))
                : ScopedValue.where(QueryGateway.CURRENT, scope)
                        .<Object, RuntimeException>call(() -> queryRoute.handler.answer(query, null, then));
    }

    /**
     * Returns the state and changes of the projections that gateways follow, and a message when every projection has
     * caught up. When other processes append to the log, its freshness comes first and then regularly.
     */
    @Override
    public Flux<ControlMessage> control() {
        return Flux.defer(() -> {
            List<ProjectionVersions> sources = projections.versions().stream()
                    .filter(one -> one.handlers.projection instanceof ControlSource)
                    .toList();
            Flux<ControlMessage> messages = MergedControl.of(
                            sources.stream().map(this::follow).toList())
                    .mergeWith(Mono.fromFuture(projections::whenReady, true).thenReturn(new ControlMessage.CaughtUp()));
            if (!tail.isShared()) {
                return messages;
            }
            FreshnessMeter freshnessMeter = new FreshnessMeter(tail, sources);
            // The pulses end with the messages, so that a follower that a projection disconnects starts again.
            return Flux.concat(Mono.fromSupplier(freshnessMeter::pulse), messages)
                    .publish(all -> all.mergeWith(freshnessMeter.pulses().takeUntilOther(all.then())));
        });
    }

    private Flux<ControlMessage> follow(ProjectionVersions source) {
        ControlSource control = (ControlSource) source.handlers.projection;
        return Mono.fromFuture(() -> source.serving().whenReached(tail.head()), true)
                .flatMapMany(reached -> control.follow(source.serving().reached()));
    }

    @Override
    public boolean isBroken() {
        return tail.isBroken();
    }

    @Override
    public Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return presenceBoard.follow(reports);
    }

    @Override
    public Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return joinedGateways.follow(reports);
    }

    @Override
    public Flux<Long> accountPositions(long account) {
        return accountPositions.follow(account);
    }
}
