package encore.kernel.shows.overlays;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the overlays that a show has in store. */
public sealed interface OverlayEvent extends ListEvent<Overlay> {

    OverlaysId overlays();

    @Override
    default OverlaysId list() {
        return overlays();
    }

    @Override
    default String target() {
        return overlays().toString();
    }

    /** An overlay was added. */
    @Revision("1")
    record OverlayAdded(
            @PublishedValue OverlaysId overlays,
            @PublishedValue Overlay overlay) implements OverlayEvent, ListEvent.Added<Overlay> {
        @Override
        public Overlay item() {
            return overlay;
        }
    }

    /** An overlay changed. The event holds the whole new one. */
    @Revision("1")
    record OverlayChanged(
            @PublishedValue OverlaysId overlays,
            @PublishedValue Overlay overlay) implements OverlayEvent, ListEvent.Changed<Overlay> {
        @Override
        public Overlay item() {
            return overlay;
        }
    }

    /** An overlay was removed. */
    @Revision("1")
    record OverlayRemoved(
            @PublishedValue OverlaysId overlays,
            @PublishedValue @NotPersonal("a uid of ours") String appOverlayUid)
            implements OverlayEvent, ListEvent.Removed<Overlay> {
        @Override
        public String key() {
            return appOverlayUid;
        }
    }
}
