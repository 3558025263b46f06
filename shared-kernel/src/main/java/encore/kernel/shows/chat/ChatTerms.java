package encore.kernel.shows.chat;

import encore.kernel.shows.ChatSettings;
import java.util.List;
import java.util.Objects;

/**
 * The rules of a show's chat that frames and gateways need.
 *
 * @param moderators ids of the fans who moderate the show, besides the moderators of the account
 * @param messagesPerSecond the most messages a second in a room
 */
public record ChatTerms(List<Long> moderators, int messagesPerSecond) {

    public static final ChatTerms DEFAULT =
            new ChatTerms(List.of(), Objects.requireNonNull(ChatSettings.DEFAULT.messagesPerSecond()));

    public ChatTerms {
        moderators = List.copyOf(moderators);
    }
}
