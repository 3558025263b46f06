package encore.kernel.shows.chat;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.players.PlayerId;
import org.jspecify.annotations.Nullable;

/** The commands of chat and of its moderation. A fan who is banned is refused (403). */
public sealed interface ChatCommand<R> extends Command<R> {

    /**
     * Writes a message in a room. A message that is empty, too long, has control characters or a blocked word is refused
     * (400, message); so are a room that takes no messages now and one that does not exist (400, room_name). A fan who is muted is refused
     * (403).
     *
     * @param message as the client sent it; space around it is cut off
     */
    record SendChatMessage(PlayerId player, String roomName, String message) implements ChatCommand<SentChatMessage> {
        @Override
        public StreamId stream() {
            return player;
        }
    }

    /**
     * Removes a message from its room. A message that was removed before stays removed.
     *
     * @param moderatorFanId the moderator who does it; null for staff. A fan who does not moderate is refused (400)
     */
    record RemoveChatMessage(
            ShowId show, String chatMessageUid, @Nullable Long moderatorFanId)
            implements ChatCommand<ModeratedMessage> {
        @Override
        public StreamId stream() {
            return show;
        }
    }

    /**
     * Brings a removed message back, and forgets its reports.
     *
     * @param moderatorFanId the moderator who does it; null for staff. A fan who does not moderate is refused (400)
     */
    record RestoreChatMessage(
            ShowId show, String chatMessageUid, @Nullable Long moderatorFanId)
            implements ChatCommand<ModeratedMessage> {
        @Override
        public StreamId stream() {
            return show;
        }
    }

    /**
     * Reports a message. It counts once for fan and message.
     *
     * @param reason personal; null for none
     */
    record ReportChatMessage(
            PlayerId player,
            String chatMessageUid,
            @Nullable String reason) implements ChatCommand<CountedAction> {
        @Override
        public StreamId stream() {
            return player;
        }
    }

    /**
     * Records that a fan used an overlay, in the show that pushed or pinned it. An overlay that no show of the account
     * pushed or pinned is refused (400, overlay_log_uid).
     *
     * @param action 1 to 64 characters
     */
    record InteractWithOverlay(FanId fan, String overlayLogUid, String action, String ipAddress)
            implements ChatCommand<CountedAction> {
        @Override
        public StreamId stream() {
            return fan;
        }
    }
}
