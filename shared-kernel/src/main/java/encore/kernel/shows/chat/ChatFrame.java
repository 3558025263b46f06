package encore.kernel.shows.chat;

import org.jspecify.annotations.Nullable;

/** The data of the frames of chat (spec 1, 6). */
public sealed interface ChatFrame {

    /**
     * The data of {@code chat_message}.
     *
     * @param message with its HTML characters escaped
     * @param displayName the name of the author now
     * @param unixTimestamp in seconds
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

    /** The data of {@code remove_chat_message} and {@code unflag_chat_message}. */
    record Moderation(String chatMessageUid) implements ChatFrame {}
}
