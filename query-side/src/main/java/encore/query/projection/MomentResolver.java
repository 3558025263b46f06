package encore.query.projection;

import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;

/** Resolves {@code as_of} to a moment of the log. A moment in the future is refused. */
public interface MomentResolver {

    Moment resolve(AsOf asOf);

    /** Returns the last position with the same time as this position, once no further event can get that time. */
    default long lastPositionOfTime(long position) {
        return position;
    }
}
