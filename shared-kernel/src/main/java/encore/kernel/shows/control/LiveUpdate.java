package encore.kernel.shows.control;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.shows.ShowState;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The data of a {@code platform_live_update} frame, by which the control room of a show learns of a change. The field
 * {@code action} says what changed, and with that which of these records the data is (spec 1, 6).
 */
public sealed interface LiveUpdate {

    /** The name of the frame. */
    String EVENT = "platform_live_update";

    Action action();

    /** The values of the field {@code action}. */
    enum Action {
        STATE_CHANGE,
        UPDATE_LIVE_FEED,
        UPDATE_LIVE_OVERLAY,
        UPDATE_PINNED_OVERLAYS;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The show changed to another state. The items that its page begins with come along. */
    record StateChange(Action action, ShowState state, Items items) implements LiveUpdate {

        public static StateChange of(ControlStanding standing, List<LiveVod> vods) {
            return new StateChange(Action.STATE_CHANGE, standing.state(), new Items(vods, HomeItems.of(standing)));
        }
    }

    /**
     * The items that a page shows in the new state.
     *
     * @param vods the approved videos of the show
     */
    record Items(List<LiveVod> vods, HomeItems homeItems) {

        public Items {
            vods = List.copyOf(vods);
        }
    }

    /**
     * The items that the home of a page shows.
     *
     * @param liveOverlay the live overlay if it is a static one; null for an overlay of another type, or for none
     */
    record HomeItems(@Nullable HomeOverlay liveOverlay, List<LiveOverlayFrame.Static> pinnedOverlays) {

        public HomeItems {
            pinnedOverlays = List.copyOf(pinnedOverlays);
        }

        static HomeItems of(ControlStanding standing) {
            ShownPush live = standing.live();
            return new HomeItems(
                    live != null && LiveOverlayFrame.of(live) instanceof LiveOverlayFrame.Static
                            ? HomeOverlay.of(live)
                            : null,
                    standing.pins().stream().map(LiveOverlayFrame.Static::of).toList());
        }
    }

    /** The live feed or the live overlay changed. The frame always has both as they are now, with null for none. */
    record LiveChange(
            Action action,
            @Nullable LiveFeed liveFeed,
            @Nullable LiveOverlayFrame liveOverlay) implements LiveUpdate {

        public static LiveChange ofFeed(ControlStanding standing) {
            return of(Action.UPDATE_LIVE_FEED, standing);
        }

        public static LiveChange ofOverlay(ControlStanding standing) {
            return of(Action.UPDATE_LIVE_OVERLAY, standing);
        }

        private static LiveChange of(Action action, ControlStanding standing) {
            return new LiveChange(
                    action,
                    standing.feed() == null ? null : LiveFeed.of(standing.feed()),
                    standing.live() == null ? null : LiveOverlayFrame.of(standing.live()));
        }
    }

    /** An overlay was pinned or unpinned. */
    record PinChange(Action action, PinnedOverlay overlay) implements LiveUpdate {

        public static PinChange of(ShownPush pin, boolean isPinned) {
            return new PinChange(Action.UPDATE_PINNED_OVERLAYS, PinnedOverlay.of(pin, isPinned));
        }
    }
}
