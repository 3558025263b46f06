package encore.query.answering;

import encore.kernel.AsOf;
import encore.kernel.Moment;
import encore.kernel.Query;
import encore.query.projection.QueryGateway;
import encore.query.versions.ProjectionVersions;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A question at hand and the position that it, and every question inside it, is answered at. */
final class QueryScope implements QueryGateway {

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
