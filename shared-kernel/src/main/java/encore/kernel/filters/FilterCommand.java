package encore.kernel.filters;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.fans.FanCriteria;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Everything that can be asked of a saved search filter; each answers the filter that it was about. */
public sealed interface FilterCommand extends Command<FilterUid> {

    FilterId filter();

    @Override
    default FilterId stream() {
        return filter();
    }

    /**
     * What a filter asks for.
     *
     * @param parameters as they were given
     * @param criteria what they mean
     */
    record Sought(ObjectNode parameters, FanCriteria criteria) {}

    /** Saves a filter. */
    sealed interface SaveFilter extends FilterCommand, Command.Save<FilterUid, SearchFilter.Managed> {
        @Override
        default FindManagedFilter record(FilterUid saved) {
            return new FindManagedFilter(filter().account(), saved.filterUid());
        }
    }

    /** Keeps a search under a name. */
    record AddFilter(FilterId filter, FilterNames names, Sought sought) implements SaveFilter {}

    /**
     * Calls a filter otherwise, or makes it ask for something else.
     *
     * @param sought instead of all before; null when that stays
     */
    record ChangeFilter(
            FilterId filter,
            Patch<FilterNames> names,
            @Nullable Sought sought) implements SaveFilter {}

    /** Takes a filter away, and the key of what it asked for with it. */
    record RemoveFilter(FilterId filter) implements FilterCommand {}
}
