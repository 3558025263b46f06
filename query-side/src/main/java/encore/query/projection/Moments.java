package encore.query.projection;

import encore.kernel.AsOf;
import encore.kernel.Moment;

/** Finds out which moment of the log is meant; one that lies ahead is refused, naming {@code as_of}. */
public interface Moments {

    Moment of(AsOf asOf);

    /** The last position that is stamped with the time of this one, once nothing more can be. */
    default long endOfTime(long position) {
        return position;
    }
}
