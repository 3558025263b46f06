package encore.kernel.shows.vods;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.shows.vods.VodQuery.FindVod;

/**
 * The commands of a show's vods. Each answers the vod that it is about. A campaign that is unknown or deleted is refused as
 * unknown, and one that can have no show by a rule.
 */
public sealed interface VodCommand extends Command<VodItem> {

    VodsId vods();

    @Override
    default VodsId stream() {
        return vods();
    }

    /** Saves a vod. */
    sealed interface SaveVod extends VodCommand, Command.Save<VodItem, Vod> {
        @Override
        default FindVod record(VodItem saved) {
            return new FindVod(vods().account(), vods().campaign().number(), saved.optionId());
        }
    }

    /** Adds a vod, whose option_id is generated before the command. It has a name. */
    record AddVod(VodsId vods, VodItem vod) implements SaveVod {}

    /** Changes the vod with the option_id of the change. Its name cannot be cleared. An unknown one is refused as unknown. */
    record ChangeVod(VodsId vods, Patch<VodItem> change) implements SaveVod {}

    /** Removes a vod. The path names it, so an unknown one is refused as unknown. */
    record RemoveVod(VodsId vods, long optionId) implements VodCommand {}
}
