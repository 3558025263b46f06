package encore.kernel.shows;

import java.util.List;

/**
 * The terms of a show that other commands decide by.
 *
 * @param chat the rules of the chat; no component is null
 * @param moderators ids of the fans who moderate this show, ascending. The moderators of the account are others
 */
public record ShowTerms(ShowState state, ChatSettings chat, List<Long> moderators) {

    public ShowTerms {
        moderators = List.copyOf(moderators);
    }
}
