package encore.kernel.filters;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import encore.kernel.search.FanCriteria;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The commands of a saved search filter. Each answers the uid of the filter. */
public sealed interface FilterCommand extends Command<FilterUid> {

    FilterId filter();

    @Override
    default FilterId stream() {
        return filter();
    }

    /**
     * The search that a filter stores.
     *
     * @param parameters the parameters as they were sent
     * @param criteria the criteria that the parameters stand for
     */
    record FilterSearch(ObjectNode parameters, FanCriteria criteria) {}

    /** Saves a filter. */
    sealed interface SaveFilter extends FilterCommand, Command.Save<FilterUid, SearchFilter.Managed> {
        @Override
        default FindManagedFilter record(FilterUid saved) {
            return new FindManagedFilter(filter().account(), saved.filterUid());
        }
    }

    /** Stores a search under a name. */
    record AddFilter(FilterId filter, FilterNames names, FilterSearch sought) implements SaveFilter {}

    /**
     * Renames a filter, or replaces its search.
     *
     * @param sought the new search, which replaces the whole old one; null when the search stays
     */
    record ChangeFilter(
            FilterId filter,
            Patch<FilterNames> names,
            @Nullable FilterSearch sought) implements SaveFilter {}

    /** Removes a filter, and destroys the key of its search. */
    record RemoveFilter(FilterId filter) implements FilterCommand {}
}
