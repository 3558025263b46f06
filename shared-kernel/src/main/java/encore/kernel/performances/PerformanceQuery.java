package encore.kernel.performances;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.LocalDate;
import java.util.List;

/** Everything that can be asked about performances. */
public sealed interface PerformanceQuery<R> extends Query<R> {

    /** An account's performances with their present places, in the order they were added. */
    record ListPerformances(long account, Paging.NextKey paging) implements PerformanceQuery<Page<Performance>> {}

    /** One performance; one that is unknown or removed is refused as unknown. */
    record FindPerformance(long account, String performanceUid) implements PerformanceQuery<Performance> {}

    /** Performances by uid for the rows of other features, in any order. Unknown uids are left out. */
    record FindPerformances(long account, List<String> performanceUids) implements PerformanceQuery<List<Performance>> {
        public FindPerformances {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /**
     * Checks that a performance that {@code performance_uid} names exists. Others may still name a removed one, so they are
     * searched first.
     */
    record RequirePerformance(long account, String performanceUid) implements PerformanceQuery<PerformanceUid> {}

    /**
     * Performances as they were entered, in the order they were added. Places and idols, which belong to other
     * features, are null.
     */
    record ListEnteredPerformances(long account, Paging.NextKey paging)
            implements PerformanceQuery<Page<Performance>> {}

    /** Performances by uid as they were entered. Unknown uids are left out. */
    record FindEnteredPerformances(long account, List<String> performanceUids)
            implements PerformanceQuery<List<Performance>> {
        public FindEnteredPerformances {
            performanceUids = List.copyOf(performanceUids);
        }
    }

    /**
     * The uids of the performances of any of these artists, in the order they were added.
     *
     * @param artists names in the form of a {@link encore.kernel.NameKey}
     */
    record FindPerformancesOf(long account, List<String> artists) implements PerformanceQuery<List<String>> {
        public FindPerformancesOf {
            artists = List.copyOf(artists);
        }
    }

    /** The uids of the performances at any of these venues. */
    record FindPerformancesAt(long account, List<String> venueUids) implements PerformanceQuery<List<String>> {
        public FindPerformancesAt {
            venueUids = List.copyOf(venueUids);
        }
    }

    /**
     * Performances from a day on as they were entered, in the order of their days. Archived ones are left out. The last
     * hundreds that were added are looked at.
     */
    record FindDatedPerformances(long account, LocalDate from, int limit)
            implements PerformanceQuery<List<Performance>> {}
}
