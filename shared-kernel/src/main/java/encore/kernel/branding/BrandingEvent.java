package encore.kernel.branding;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to the branding of an account. */
public sealed interface BrandingEvent extends Event.ManagementAction {

    BrandingId branding();

    @Override
    default String target() {
        return branding().toString();
    }

    /**
     * The branding changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record BrandingChanged(
            BrandingId branding,
            @PublishedValue Branding changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements BrandingEvent, Event.Change<Branding> {

        public static BrandingChanged of(BrandingId branding, Patch<Branding> patch) {
            return new BrandingChanged(branding, patch.given(), patch.clearedNames());
        }
    }

    /** The whole branding was cleared. */
    @Revision("1")
    record BrandingCleared(BrandingId branding) implements BrandingEvent {}
}
