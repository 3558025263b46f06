package encore.kernel.filters;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about saved search filters. */
public sealed interface FilterQuery<R> extends Query<R> {

    /** An account's filters with what they mean, oldest first. */
    record FindKeptFilters(long account, Paging.NextKey paging) implements FilterQuery<Page<SearchFilter.Kept>> {}

    /** An account's filters as it keeps them, oldest first. */
    record FindManagedFilters(long account, Paging.NextKey paging) implements FilterQuery<Page<SearchFilter.Managed>> {}

    /** One filter; any other is refused as unknown. */
    record FindKeptFilter(long account, String filterUid) implements FilterQuery<SearchFilter.Kept> {}

    /** One filter as its account keeps it; any other is refused as unknown. */
    record FindManagedFilter(long account, String filterUid) implements FilterQuery<SearchFilter.Managed> {}

    /** The filter of this name; any other is refused, naming the parameter. */
    record FindNamedFilter(long account, String filterName) implements FilterQuery<SearchFilter.Kept> {}

    /**
     * An account's filters with how many fans each finds, oldest first.
     *
     * @param group only those under this name
     * @param from made then or later
     * @param before made earlier
     * @param today the day that ages and days are counted from
     */
    record FindSearchFilters(
            long account,
            @Nullable String group,
            @Nullable Instant from,
            @Nullable Instant before,
            LocalDate today,
            Paging.NextKey paging)
            implements FilterQuery<Page<SearchFilter>> {}
}
