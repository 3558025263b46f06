package encore.kernel.home;

import encore.kernel.Query;
import encore.kernel.people.Right;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Everything that can be asked for the start page of an account. */
public sealed interface HomeQuery<R> extends Query<R> {

    /** The most days of a window. As many days before are told beside them. */
    int MAX_DAYS = 31;

    /**
     * The start page.
     *
     * @param days the days of the window, today included; at most {@value #MAX_DAYS}
     * @param rights the rights of the caller. Parts that need another right are left out
     */
    record FindHome(long account, int days, Instant now, Set<Right> rights) implements HomeQuery<Home> {
        public FindHome {
            rights = Set.copyOf(rights);
        }
    }

    /**
     * The numbers of stretches of time, of which each begins where the one before ends. A quarter-hour belongs to the stretch
     * in which it begins. Quarter-hours that are older than 62 days may be missing.
     *
     * @param starts the beginnings, ascending; at least one
     * @param end the end of the last stretch, exclusive
     */
    record FindAccountNumbers(long account, List<Instant> starts, Instant end)
            implements HomeQuery<List<AccountNumbers>> {
        public FindAccountNumbers {
            starts = List.copyOf(starts);
        }
    }
}
