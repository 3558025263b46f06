package encore.kernel.shows.overlays;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the overlays that a show has in store. */
public sealed interface OverlayEvent extends ListEvent.OfCampaign<Overlay> {

    OverlaysId overlays();

    /** An overlay was added. */
    @Revision("1")
    record OverlayAdded(
            @PublishedValue OverlaysId overlays,
            @PublishedValue Overlay overlay) implements OverlayEvent, ListEvent.Added<Overlay> {}

    /** An overlay changed. The event holds the whole new one. */
    @Revision("1")
    record OverlayChanged(
            @PublishedValue OverlaysId overlays,
            @PublishedValue Overlay overlay) implements OverlayEvent, ListEvent.Changed<Overlay> {}

    /** An overlay was removed. */
    @Revision("1")
    record OverlayRemoved(
            @PublishedValue OverlaysId overlays,
            @PublishedValue @NotPersonal("a uid of ours") String appOverlayUid)
            implements OverlayEvent, ListEvent.Removed<Overlay> {}
}
