package encore.kernel.shows.control;

import encore.kernel.shows.ShowState;
import encore.kernel.shows.feeds.Feed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a show stands in its control room.
 *
 * @param live the live overlay; null for none
 * @param pins the pinned overlays, in the order in which they were pinned
 */
public record ControlStanding(
        ShowState state, @Nullable Feed feed, @Nullable ShownPush live, List<ShownPush> pins) {

    /** A show in which nothing happened yet. */
    public static final ControlStanding OFF = new ControlStanding(ShowState.OFF, null, null, List.of());

    public ControlStanding {
        pins = List.copyOf(pins);
    }

    public ControlStanding withFeed(@Nullable Feed switched) {
        return new ControlStanding(state, switched, live, pins);
    }

    public ControlStanding withLive(@Nullable ShownPush pushed) {
        return new ControlStanding(state, feed, pushed, pins);
    }

    public ControlStanding withPins(List<ShownPush> pinned) {
        return new ControlStanding(state, feed, live, pinned);
    }
}
