package encore.kernel.filters;

import encore.kernel.Event;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to a saved search filter. Its search may contain personal data, so it is encrypted under a
 * key of its own.
 */
public sealed interface FilterEvent extends Event.ManagementAction {

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
     * A filter was added.
     *
     * @param parameters the parameters as they were sent, as JSON
     * @param criteria the criteria that they stood for at that time, as JSON
     */
    @Revision("1")
    record SearchFilterAdded(
            @PublishedValue FilterId filter,
            FilterNames names,
            @PersonalData @Nullable String parameters,
            @PersonalData @Nullable String criteria)
            implements FilterEvent {}

    /** A filter was renamed, or its search was replaced. The event holds the whole filter. */
    @Revision("1")
    record SearchFilterChanged(
            @PublishedValue FilterId filter,
            FilterNames names,
            @PersonalData @Nullable String parameters,
            @PersonalData @Nullable String criteria)
            implements FilterEvent {}

    /** A filter was removed, and nobody can read its search any more. */
    @Revision("1")
    record SearchFilterRemoved(@PublishedValue FilterId filter) implements FilterEvent, Event.FinalEvent {}
}
