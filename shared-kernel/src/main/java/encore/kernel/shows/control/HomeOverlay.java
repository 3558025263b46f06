package encore.kernel.shows.control;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A static live overlay in home_items: its fields and last_update_timestamp, when its content last changed. Times are unix
 * seconds.
 */
public record HomeOverlay(@JsonUnwrapped LiveOverlayFrame.Static overlay, long lastUpdateTimestamp) {

    public static HomeOverlay of(ShownPush push) {
        return new HomeOverlay(
                LiveOverlayFrame.Static.of(push),
                (push.contentAt() == null ? push.at() : push.contentAt()).getEpochSecond());
    }
}
