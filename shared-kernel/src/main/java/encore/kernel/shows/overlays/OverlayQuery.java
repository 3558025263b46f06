package encore.kernel.shows.overlays;

import encore.kernel.lists.ListQuery;
import java.util.List;

/** Queries of staff about the overlays in store. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface OverlayQuery<R> extends ListQuery.OfShow<R> {

    @Override
    default OverlaysId list() {
        return new OverlaysId(campaign());
    }

    /** A show's overlays, in the order in which they were added. */
    record FindOverlays(long account, long pageTabId) implements OverlayQuery<List<Overlay>>, ListQuery.All<Overlay> {}

    /** One overlay of a show; any other is refused as unknown. */
    record FindOverlay(long account, long pageTabId, String appOverlayUid)
            implements OverlayQuery<Overlay>, ListQuery.One<Overlay> {}
}
