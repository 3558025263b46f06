package encore.kernel.performances;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about performances. */
public sealed interface PerformanceQuery<R> extends Query<R> {

    /** An account's performances where they take place now, in the order they were added. */
    record ListPerformances(long account, Paging.NextKey paging) implements PerformanceQuery<Page<Performance>> {}

    /** One performance; one that is not there, or not any more, is refused as unknown. */
    record FindPerformance(long account, String performanceUid) implements PerformanceQuery<Performance> {}

    /** Asks for the performances of other features' rows, in any order; what is not there is left out. */
    record FindPerformances(long account, List<String> performanceUids) implements PerformanceQuery<List<Performance>> {
        public FindPerformances {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /** Asks for performances as they were entered: places and idols are not theirs, and null. */
    record ListEnteredPerformances(long account, Paging.NextKey paging)
            implements PerformanceQuery<Page<Performance>> {}

    /** Likewise; what is not there is left out. */
    record FindEnteredPerformances(long account, List<String> performanceUids)
            implements PerformanceQuery<List<Performance>> {
        public FindEnteredPerformances {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /** Asks for the uids of the performances that take place at any of these venues. */
    record FindPerformancesAt(long account, List<String> venueUids) implements PerformanceQuery<List<String>> {
        public FindPerformancesAt {
            venueUids = List.copyOf(venueUids);
        }
    }
}
