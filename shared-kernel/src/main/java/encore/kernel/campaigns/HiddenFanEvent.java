package encore.kernel.campaigns;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a fan's place on a leaderboard. */
public sealed interface HiddenFanEvent extends Event.Managed {

    HiddenFanId hiddenFan();

    @Override
    default String target() {
        return hiddenFan().toString();
    }

    /** A campaign's leaderboard leaves a fan out. */
    @Revision("1")
    record FanHidden(HiddenFanId hiddenFan) implements HiddenFanEvent {}

    /** A campaign's leaderboard has that fan again. */
    @Revision("1")
    record FanShown(HiddenFanId hiddenFan) implements HiddenFanEvent {}
}
