package encore.kernel.businesses;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a business. */
public sealed interface BusinessEvent extends Event.ManagementAction {

    BusinessId business();

    @Override
    default String target() {
        return business().toString();
    }

    /** A business was added. */
    @Revision("1")
    record BusinessAdded(
            @PublishedValue BusinessId business,
            @PublishedValue BusinessDetails details) implements BusinessEvent {}

    /**
     * A business changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record BusinessChanged(
            @PublishedValue BusinessId business,
            @PublishedValue BusinessDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements BusinessEvent, Event.Change<BusinessDetails> {

        public static BusinessChanged of(BusinessId business, Patch<BusinessDetails> patch) {
            return new BusinessChanged(business, patch.given(), patch.clearedNames());
        }
    }

    /** A business was removed. */
    @Revision("1")
    record BusinessRemoved(@PublishedValue BusinessId business) implements BusinessEvent, Event.FinalEvent {}
}
