package encore.kernel.shows.players;

import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.names.StoredName;
import encore.kernel.shows.bans.BanQuery.FindBan;
import encore.kernel.shows.bans.SavedBan;
import encore.kernel.shows.bans.ShowBan;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.ModeratedMessage;
import encore.kernel.shows.chat.SentChatMessage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The commands about what a fan does in a show, and about what staff decides about the fan. A fan who is banned is refused
 * (403, {@code fan-banned}); one who is muted joins rooms, and is refused everything else (403, {@code fan-muted}).
 */
public sealed interface PlayerCommand<R> extends Command<R> {

    PlayerId player();

    @Override
    default PlayerId stream() {
        return player();
    }

    /**
     * Lets a fan join a room. The first join of a room is recorded; the first one of the show is an activity of its campaign
     * too. A room that does not exist is refused (400, room_name).
     *
     * @param activityUid the uid of the activity; unused unless this is the fan's first join
     */
    record JoinRoom(PlayerId player, String roomName, String activityUid) implements PlayerCommand<JoinedRoom> {}

    /** Records a join of a room that exists. */
    record RecordJoin(PlayerId player, String roomName, String activityUid) implements PlayerCommand<JoinedRoom> {}

    /** Reads a fan's standing in a show. It writes nothing. Of a fan who did nothing yet there is no ban. */
    @StoredName("TellPlayer")
    record ReadPlayer(PlayerId player) implements PlayerCommand<PlayerTerms> {}

    /**
     * Records a message that keeps the rules of the show, within the fan's limits.
     *
     * @param slowModeSeconds the seconds from one message of the fan to the next; 0 for no such rule
     */
    record RecordChatMessage(PlayerId player, String roomName, String message, int slowModeSeconds)
            implements PlayerCommand<SentChatMessage> {}

    /**
     * Records that a message of this fan is removed.
     *
     * @param moderatorFanId null for staff
     */
    record RecordRemoval(
            PlayerId player,
            long messagePosition,
            String roomName,
            @Nullable Long moderatorFanId) implements PlayerCommand<ModeratedMessage> {}

    /**
     * Records that a message of this fan is neither removed nor reported any more.
     *
     * @param moderatorFanId null for staff
     */
    record RecordRestoration(
            PlayerId player,
            long messagePosition,
            String roomName,
            @Nullable Long moderatorFanId) implements PlayerCommand<ModeratedMessage> {}

    /** Records that this fan reports a message. */
    record RecordReport(
            PlayerId player,
            long messagePosition,
            long authorFanId,
            @Nullable String reason) implements PlayerCommand<CountedAction> {}

    /** Records that this fan used an overlay. */
    record RecordInteraction(PlayerId player, long overlayPosition, String action, String ipAddress)
            implements PlayerCommand<CountedAction> {}

    /**
     * Bans a fan from the show, or changes the ban.
     *
     * @param isMute whether it forbids messages alone
     * @param until the end of the ban, in the future; null for none
     * @param reason personal; null for none
     */
    record BanFan(
            PlayerId player,
            boolean isMute,
            @Nullable Instant until,
            @Nullable String reason) implements PlayerCommand<SavedBan>, Command.Save<SavedBan, ShowBan> {

        @Override
        public Query<ShowBan> record(SavedBan saved) {
            return new FindBan(player.account(), player.campaign().number(), saved.fanId());
        }
    }

    /** Lifts a ban. The path names it, so a fan who is not banned is refused as unknown. */
    record UnbanFan(PlayerId player) implements PlayerCommand<SavedBan> {}
}
