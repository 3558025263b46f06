package encore.kernel.shows.control;

import encore.kernel.shows.ShowUid;
import encore.kernel.shows.ShownOverlay;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An overlay that was pushed or pinned, with the last push of it.
 *
 * @param position the position of the last push; of an overlay that was pinned and never pushed, of the pin
 * @param at the time of that event
 * @param showResults whether the results of its quiz question were shown
 * @param contentAt when the overlay in store was last changed before that; null when that is not known
 */
public record ShownPush(
        ShownOverlay shown,
        long position,
        Instant at,
        boolean showResults,
        @Nullable Instant contentAt) {

    public String overlayLogUid() {
        return ShowUid.OVERLAY_LOG.at(position);
    }

    public String clickerInstanceUid() {
        return ShowUid.CLICKER_INSTANCE.at(position);
    }

    public String key() {
        return shown.overlay().key();
    }

    public ShownPush withResults() {
        return new ShownPush(shown, position, at, true, contentAt);
    }

    public ShownPush pushedAt(long pushPosition, Instant pushAt) {
        return new ShownPush(shown, pushPosition, pushAt, showResults, contentAt);
    }
}
