package encore.kernel.filters;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about saved search filters. */
public sealed interface FilterQuery<R> extends Query<R> {

    /** An account's filters with their criteria, oldest first. */
    record FindParsedFilters(long account, Paging.NextKey paging)
            implements FilterQuery<Page<SearchFilter.ParsedFilter>> {}

    /** An account's filters in the form for staff, oldest first. */
    record FindManagedFilters(long account, Paging.NextKey paging) implements FilterQuery<Page<SearchFilter.Managed>> {}

    /** One filter with its criteria; any other is refused as unknown. */
    record FindParsedFilter(long account, String filterUid) implements FilterQuery<SearchFilter.ParsedFilter> {}

    /** One filter in the form for staff; any other is refused as unknown. */
    record FindManagedFilter(long account, String filterUid) implements FilterQuery<SearchFilter.Managed> {}

    /** The filter with this name and its criteria; an unknown name is refused as a wrong value of the parameter. */
    record FindNamedFilter(long account, String filterName) implements FilterQuery<SearchFilter.ParsedFilter> {}

    /**
     * An account's filters with the numbers of fans that they find, oldest first.
     *
     * @param group limits the answer to the filters of this group; null for all
     * @param from the earliest time of creation
     * @param before the end of the period of creation, exclusive
     * @param today the day for which ages and days are computed
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
