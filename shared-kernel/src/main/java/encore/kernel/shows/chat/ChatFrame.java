package encore.kernel.shows.chat;

import org.jspecify.annotations.Nullable;

/** The data of a frame that tells the clients of a room about a message (spec 1, 6). */
public sealed interface ChatFrame {

    /**
     * A message, in {@code chat_message}.
     *
     * @param message with its HTML characters escaped
     * @param displayName the name of the author now
     * @param unixTimestamp unix seconds
     * @param moderatorStatus {@code moderator}, or null
     */
    record Message(
            String chatMessageUid,
            String message,
            String roomName,
            @Nullable String displayName,
            long unixTimestamp,
            long fanId,
            @Nullable String moderatorStatus)
            implements ChatFrame {}

    /** A message that was removed or came back, in {@code remove_chat_message} and {@code unflag_chat_message}. */
    record Moderation(String chatMessageUid) implements ChatFrame {}
}
