package encore.kernel.campaigns;

import encore.kernel.Command;

/** Everything that can be asked of a fan's place on a leaderboard. The campaign stood in the path. */
public sealed interface HiddenFanCommand extends Command<HiddenFan> {

    HiddenFanId hiddenFan();

    @Override
    default HiddenFanId stream() {
        return hiddenFan();
    }

    /** Leaves a fan out of the campaign's leaderboard; one that is left out already stays so. */
    record HideFan(HiddenFanId hiddenFan) implements HiddenFanCommand {}

    /** Shows a fan again that was left out. The fan stood in the path. */
    record ShowFan(HiddenFanId hiddenFan) implements HiddenFanCommand {}
}
