package encore.kernel.hiddenfans;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the visibility of a fan on a leaderboard. */
public sealed interface HiddenFanEvent extends Event.ManagementAction {

    HiddenFanId hiddenFan();

    @Override
    default String target() {
        return hiddenFan().toString();
    }

    /** A fan was hidden on the leaderboard of a campaign. */
    @Revision("1")
    record FanHidden(@PublishedValue HiddenFanId hiddenFan) implements HiddenFanEvent {}

    /** A hidden fan was shown again. */
    @Revision("1")
    record FanShown(@PublishedValue HiddenFanId hiddenFan) implements HiddenFanEvent {}
}
