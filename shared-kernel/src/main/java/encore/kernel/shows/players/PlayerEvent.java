package encore.kernel.shows.players;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import java.time.Instant;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that a fan does in a show, and everything that is done about it, in one order. */
public sealed interface PlayerEvent extends Event {

    PlayerId player();

    @Override
    default FanId subject() {
        return player().fan();
    }

    /**
     * A fan joined a room for the first time. The fan's first join of the show is followed by its activity in the same
     * commit.
     *
     * @param activityUid the uid of the activity in the same commit; null when the fan has joined the show before
     */
    @Revision("1")
    record RoomJoined(
            @PublishedValue PlayerId player,

            @PublishedValue @NotPersonal("the name of a room")
            String roomName,

            @NotPersonal("a uid of ours") @Nullable String activityUid)
            implements PlayerEvent {}

    /** A fan wrote a message. The position of this event is in its {@code chat_message_uid}. */
    @Revision("1")
    record ChatMessageSent(
            @PublishedValue PlayerId player,

            @PublishedValue @NotPersonal("the name of a room")
            String roomName,

            @PersonalData @Nullable String message)
            implements PlayerEvent {}

    /**
     * A message of this fan was removed.
     *
     * @param messagePosition the position of the message
     * @param roomName the room of the message
     * @param moderatorFanId the fan who removed it; null for staff
     */
    @Revision("1")
    record ChatMessageRemoved(
            @PublishedValue PlayerId player,
            long messagePosition,

            @PublishedValue @NotPersonal("the name of a room")
            String roomName,

            @PublishedValue @Nullable Long moderatorFanId)
            implements PlayerEvent {}

    /**
     * A message of this fan is no longer removed or reported.
     *
     * @param messagePosition the position of the message
     * @param roomName the room of the message
     * @param moderatorFanId the fan who decided it; null for staff
     */
    @Revision("1")
    record ChatMessageRestored(
            @PublishedValue PlayerId player,
            long messagePosition,

            @PublishedValue @NotPersonal("the name of a room")
            String roomName,

            @PublishedValue @Nullable Long moderatorFanId)
            implements PlayerEvent {}

    /**
     * This fan reported a message of somebody.
     *
     * @param messagePosition the position of the message
     * @param authorFanId the fan who wrote it
     */
    @Revision("1")
    record ChatMessageReported(
            @PublishedValue PlayerId player,
            long messagePosition,
            long authorFanId,
            @PersonalData @Nullable String reason)
            implements PlayerEvent {}

    /**
     * A fan answered a quiz question. The first answer stands.
     *
     * @param overlayPosition the position of the push in whose window it was given
     * @param receivedAt when the answer reached a gateway
     */
    @Revision("1")
    record QuizQuestionAnswered(
            @PublishedValue PlayerId player,
            @PublishedValue @NotPersonal("a uid of ours") String quizQuestionUid,
            @PublishedValue int answerIdx,
            long overlayPosition,
            Instant receivedAt)
            implements PlayerEvent {}

    /**
     * A fan used an overlay.
     *
     * @param overlayPosition the position of the push
     * @param action the action, 1 to 64 characters, such as {@code expand}
     */
    @Revision("1")
    record OverlayInteracted(
            @PublishedValue PlayerId player,
            long overlayPosition,

            // It is not published: a page may send any text that a fan entered.
            @NotPersonal("the name of an action that a page offers to all fans")
            String action,

            @PersonalData @Nullable String ipAddress)
            implements PlayerEvent {}

    /**
     * A game of the page reported points of a fan.
     *
     * @param pointCount what counted of them, within the limits of the game
     * @param fanPointUid the uid of the record of points
     * @param receivedAt when the report reached a gateway
     */
    @Revision("1")
    record GamePointsReported(
            @PublishedValue PlayerId player,

            @PublishedValue @NotPersonal("the key of a game")
            String gameKey,

            @PublishedValue long pointCount,
            @PublishedValue @NotPersonal("a uid of ours") String fanPointUid,
            Instant receivedAt)
            implements PlayerEvent {}

    /**
     * A fan was banned from the show, or the ban changed.
     *
     * @param isMute whether it forbids messages alone
     * @param until the end of the ban; null for none
     */
    @Revision("1")
    record FanBanned(
            @PublishedValue PlayerId player,
            @PublishedValue boolean isMute,
            @PublishedValue @Nullable Instant until,
            @PersonalData @Nullable String reason)
            implements PlayerEvent, Event.ManagementAction {

        @Override
        public String target() {
            return player().toString();
        }
    }

    /** A ban was lifted. */
    @Revision("1")
    record FanUnbanned(@PublishedValue PlayerId player) implements PlayerEvent, Event.ManagementAction {

        @Override
        public String target() {
            return player().toString();
        }
    }
}
