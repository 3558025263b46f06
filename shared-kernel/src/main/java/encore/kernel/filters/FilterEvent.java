package encore.kernel.filters;

import encore.kernel.Event;
import encore.kernel.PersonalData;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a saved search filter. What it asks for may name somebody, and is under its own key. */
public sealed interface FilterEvent extends Event.Managed {

    FilterId filter();

    @Override
    default FilterId subject() {
        return filter();
    }

    @Override
    default String target() {
        return filter().toString();
    }

    /**
     * The account has another filter.
     *
     * @param parameters as they were given, as JSON
     * @param criteria what they meant then, as JSON
     */
    @Revision("1")
    record SearchFilterAdded(
            FilterId filter,
            FilterNames names,
            @PersonalData @Nullable String parameters,
            @PersonalData @Nullable String criteria)
            implements FilterEvent {}

    /** A filter is called otherwise, or asks for something else: as it is now, whole. */
    @Revision("1")
    record SearchFilterChanged(
            FilterId filter,
            FilterNames names,
            @PersonalData @Nullable String parameters,
            @PersonalData @Nullable String criteria)
            implements FilterEvent {}

    /** The account has that filter no longer, and nobody can read what it asked for. */
    @Revision("1")
    record SearchFilterRemoved(FilterId filter) implements FilterEvent, Event.Ending {}
}
