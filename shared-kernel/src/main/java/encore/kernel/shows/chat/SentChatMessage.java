package encore.kernel.shows.chat;

import encore.kernel.PositionedAnswer;
import encore.kernel.shows.ShowUid;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a message.
 *
 * @param position the position of its event; null when a limit was reached
 * @param retryAfter the seconds until the fan may write again; null when the message was recorded
 */
public record SentChatMessage(
        @Nullable Long position, @Nullable Long retryAfter) implements PositionedAnswer<SentChatMessage> {

    public static final SentChatMessage RECORDED = new SentChatMessage(null, null);

    @Override
    public SentChatMessage withPosition(long at) {
        return retryAfter == null ? new SentChatMessage(at, null) : this;
    }

    /** Returns the chat_message_uid; null when a limit was reached. */
    public @Nullable String uid() {
        return position == null ? null : ShowUid.CHAT_MESSAGE.at(position);
    }
}
