package encore.kernel.hiddenfans;

import encore.kernel.Command;

/**
 * The commands that hide a fan on a leaderboard. The path names the campaign, so an unknown one is refused as unknown.
 */
public sealed interface HiddenFanCommand extends Command<HiddenFan> {

    HiddenFanId hiddenFan();

    @Override
    default HiddenFanId stream() {
        return hiddenFan();
    }

    /** Hides a fan on the leaderboard of the campaign. A fan that is hidden already stays hidden. */
    record HideFan(HiddenFanId hiddenFan) implements HiddenFanCommand {}

    /** Shows a hidden fan again. The path names the fan, so one that is not hidden is refused as unknown. */
    record ShowFan(HiddenFanId hiddenFan) implements HiddenFanCommand {}
}
