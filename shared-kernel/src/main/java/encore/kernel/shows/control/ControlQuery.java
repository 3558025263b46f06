package encore.kernel.shows.control;

import encore.kernel.Query;
import java.util.List;

/** Queries for the control rooms of shows. */
public sealed interface ControlQuery<R> extends Query<R> {

    /** The frames that show a client of the control room the present state of the show. */
    record FindControlState(long account, long pageTabId) implements ControlQuery<ControlState> {}

    /** How a show stands now, and since which event. */
    record FindControlMoment(long account, long pageTabId) implements ControlQuery<ControlMoment> {}

    /** How a show stood after the event at a position, and since which event. */
    record FindControlMomentAt(long account, long pageTabId, long position) implements ControlQuery<ControlMoment> {}

    /** How a show stood after each of some of its events, in the order of the positions. Other positions are left out. */
    record FindControlMoments(long account, long pageTabId, List<Long> positions)
            implements ControlQuery<List<ControlMoment>> {
        public FindControlMoments {
            positions = List.copyOf(positions);
        }
    }
}
