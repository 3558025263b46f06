package encore.query.answering;

import encore.infra.views.lanes.ReadDeadline;
import encore.kernel.Query;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.projection.QueryGateway;
import encore.query.versions.ProjectionVersions;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The current query, and the position at which it and every query inside it are answered. */
final class QueryScope implements QueryGateway {

    private static final Executor VIRTUAL_THREADS =
            command -> Thread.ofVirtual().name("query-part").start(command);

    private final ProjectedQuerySide querySide;
    final long minPosition;
    final boolean nonBlocking;
    private final @Nullable AsOf asOf;
    private final Moment moment;

    /**
     * Projections that did not reach the position in time. They answer from their own position. The query's thread adds
     * to it while queries of an abandoned answer may still read it on threads of {@link #askAsync}.
     */
    final Set<ProjectionVersions> lateProjections = ConcurrentHashMap.newKeySet();

    private final AtomicLong position = new AtomicLong(Long.MAX_VALUE);

    private QueryScope(ProjectedQuerySide side, long minPosition, boolean atOnce, @Nullable AsOf asOf, Moment moment) {
        this.querySide = side;
        this.minPosition = minPosition;
        this.nonBlocking = atOnce;
        this.asOf = asOf;
        this.moment = moment;
    }

    static QueryScope now(ProjectedQuerySide side, long minPosition, boolean atOnce) {
        return new QueryScope(side, minPosition, atOnce, null, Moment.NOW);
    }

    /** Creates the scope of an answer as of a moment, from projections that have reached it. */
    static QueryScope asOf(ProjectedQuerySide side, long minPosition, AsOf asOf, Moment moment) {
        return new QueryScope(side, minPosition, false, asOf, moment);
    }

    /** Notes the position that a part of the answer is read at. */
    void noteRead(long reached) {
        position.accumulateAndGet(reached, Math::min);
    }

    /**
     * Returns the position that every part of the answer had reached before it was read: the moment's, for an answer of the
     * past. 0 for an answer that no projection gave.
     */
    long position() {
        if (asOf != null) {
            return moment.position();
        }
        long least = position.get();
        return least == Long.MAX_VALUE ? 0 : least;
    }

    /** Returns the moment that a query means. */
    Moment moment(Query<?> query) {
        AsOf queryAsOf = query.asOf();
        if (queryAsOf == null) {
            return Moment.NOW;
        }
        if (!queryAsOf.equals(asOf)) {
            throw new IllegalStateException("A query handler can only ask as of the moment of its own query");
        }
        return moment;
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer, and the handlers' types are checked at start.
    public <R> R ask(Query<R> query) {
        return (R) querySide.answerNested(this, query);
    }

    /**
     * Asks on a thread of its own, so that a page that joins several projections is read on all cores. A question in the
     * slow lane has one reader only.
     */
    @Override
    public <R> Supplier<R> askAsync(Query<R> query) {
        ReadDeadline deadline = ReadDeadline.current();
        if (nonBlocking || deadline != null && deadline.isInSlowLane()) {
            return QueryGateway.super.askAsync(query);
        }
        CompletableFuture<R> answer = CompletableFuture.supplyAsync(
                deadline == null
                        ? () -> ask(query)
                        : () -> ScopedValue.where(ReadDeadline.CURRENT, deadline)
                                .<R, RuntimeException>call(() -> ask(query)),
                VIRTUAL_THREADS);
        return () -> {
            try {
                return answer.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        };
    }

    /**
     * Abandons the answer so that its thread need not wait. It starts again when the other projection has reached the
     * position.
     */
    static final class PositionNotReached extends RuntimeException {

        final transient ProjectionVersions versions;

        PositionNotReached(ProjectionVersions versions) {
            super(versions.handlers.name, null, false, false);
            this.versions = versions;
        }
    }

    /** Abandons an answer that cannot be given on the caller's own thread. */
    static final class MayBlock extends RuntimeException {

        MayBlock(String query) {
            super(query, null, false, false);
        }
    }
}
