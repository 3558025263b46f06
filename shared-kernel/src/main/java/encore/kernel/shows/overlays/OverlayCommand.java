package encore.kernel.shows.overlays;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;

/** The commands of the overlays that a show has in store. Each answers the overlay that it is about. */
public sealed interface OverlayCommand extends Command<Overlay> {

    OverlaysId overlays();

    @Override
    default OverlaysId stream() {
        return overlays();
    }

    /** Adds an overlay, whose uid is generated before the command. Its quiz question or custom field must exist. */
    record AddOverlay(OverlaysId overlays, Overlay overlay) implements OverlayCommand {}

    /** Adds an overlay: the last step of {@link AddOverlay}. */
    record AddCheckedOverlay(OverlaysId overlays, Overlay overlay) implements OverlayCommand {}

    /** Changes the overlay with the uid of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeOverlay(OverlaysId overlays, Patch<Overlay> change) implements OverlayCommand {}

    /** Changes an overlay: the last step of {@link ChangeOverlay}. */
    record ChangeCheckedOverlay(OverlaysId overlays, Patch<Overlay> change) implements OverlayCommand {}

    /** Removes an overlay from the store. It stays live or pinned, as it was pushed. */
    record RemoveOverlay(OverlaysId overlays, String appOverlayUid) implements OverlayCommand {}

    /** Reads an overlay for another command. It changes nothing. An unknown one is refused as unknown. */
    @StoredName("TellOverlay")
    record ReadOverlay(OverlaysId overlays, String appOverlayUid) implements OverlayCommand {}
}
