package encore.api.points;

import encore.api.wire.Wire;
import encore.kernel.live.LiveEvent;
import encore.kernel.points.FollowedAward;
import org.jspecify.annotations.Nullable;

/** An award of points as live streams send it. */
record LiveAward(LiveEvent event, FollowedAward details) {

    private static final String TYPE = "points_awarded";

    /** Returns null when the event is no award. */
    static @Nullable LiveAward of(LiveEvent event) {
        return event.type().equals(TYPE)
                ? new LiveAward(event, Wire.ANSWERS.treeToValue(event.details(), FollowedAward.class))
                : null;
    }
}
