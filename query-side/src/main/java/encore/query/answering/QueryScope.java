package encore.query.answering;

import encore.kernel.AsOf;
import encore.kernel.Moment;
import encore.kernel.Query;
import encore.query.projection.QueryGateway;
import encore.query.versions.ProjectionVersions;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A question at hand and the position that it, and every question inside it, is answered at. */
final class QueryScope implements QueryGateway {

    private static final Executor ASIDE =
            command -> Thread.ofVirtual().name("question-aside").start(command);

    private final ProjectedQuerySide side;
    final long minPosition;
    final boolean atOnce;
    private final @Nullable AsOf asOf;
    private final Moment moment;
    /** Those that were waited for in vain: they answer as they are. */
    final Set<ProjectionVersions> late = new HashSet<>();

    private QueryScope(ProjectedQuerySide side, long minPosition, boolean atOnce, @Nullable AsOf asOf, Moment moment) {
        this.side = side;
        this.minPosition = minPosition;
        this.atOnce = atOnce;
        this.asOf = asOf;
        this.moment = moment;
    }

    static QueryScope now(ProjectedQuerySide side, long minPosition, boolean atOnce) {
        return new QueryScope(side, minPosition, atOnce, null, Moment.NOW);
    }

    /** An answer as of a moment, from projections that have come there. */
    static QueryScope asOf(ProjectedQuerySide side, long minPosition, AsOf asOf, Moment moment) {
        return new QueryScope(side, minPosition, false, asOf, moment);
    }

    /** Tells what a question means by now or then. */
    Moment moment(Query<?> query) {
        AsOf asked = query.asOf();
        if (asked == null) {
            return Moment.NOW;
        }
        if (!asked.equals(asOf)) {
            throw new IllegalStateException("An answer asks as of the moment that it is asked for");
        }
        return moment;
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer, and the handlers' types are checked at start.
    public <R> R ask(Query<R> query) {
        return (R) side.inside(this, query);
    }

    /** On a thread of its own, so that a page that joins several projections is read on all cores. */
    @Override
    public <R> Supplier<R> askAside(Query<R> query) {
        if (atOnce) {
            return QueryGateway.super.askAside(query);
        }
        CompletableFuture<R> answer = CompletableFuture.supplyAsync(() -> ask(query), ASIDE);
        return () -> {
            try {
                return answer.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        };
    }

    /** Gives the answer up, so that its thread need not wait: it is begun anew when the other projection is there. */
    static final class NotThere extends RuntimeException {

        final transient ProjectionVersions following;

        NotThere(ProjectionVersions following) {
            super(following.bound.name, null, false, false);
            this.following = following;
        }
    }

    /** Gives an answer up that cannot be given on the asker's own thread. */
    static final class NotAtOnce extends RuntimeException {

        NotAtOnce(String query) {
            super(query, null, false, false);
        }
    }
}
