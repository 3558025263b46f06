package encore.query.projection;

import encore.kernel.AsOf;
import encore.kernel.Moment;

/** Resolves {@code as_of} to a moment of the log. A moment in the future is refused. */
public interface Moments {

    Moment of(AsOf asOf);

    /** Returns the last position with the same time as this position, once no further event can get that time. */
    default long endOfTime(long position) {
        return position;
    }
}
