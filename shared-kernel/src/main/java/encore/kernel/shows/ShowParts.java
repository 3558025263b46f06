package encore.kernel.shows;

import encore.kernel.shows.control.ControlStanding;
import java.util.List;

/**
 * The parts of a show as they stood at a moment.
 *
 * @param moderators ids of the fans who moderated the show, erased ones too
 */
public record ShowParts(ControlStanding standing, ChatSettings chat, List<Long> moderators) {

    public ShowParts {
        moderators = List.copyOf(moderators);
    }
}
