package encore.kernel.shows.chat;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.points.ledgers.SecondRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about the messages of a show. Messages of erased fans are left out. */
public sealed interface ChatQuery<R> extends Query<R> {

    /**
     * The last messages of a room before a position, oldest first. Removed messages are left out. A campaign that is
     * unknown is refused as unknown, a room that does not exist is refused (400, room_name).
     *
     * @param roomName null for the room of all
     * @param before null for the newest messages
     */
    record FindChatHistory(
            long account,
            long pageTabId,
            @Nullable String roomName,
            @Nullable Long before,
            int limit) implements ChatQuery<List<ChatMessage>> {}

    /**
     * The messages of a show for its moderators, newest first. A text is searched for page by page, so a page may have fewer
     * rows than its limit though more follow.
     */
    record FindManagedMessages(long account, long pageTabId, ChatSelection selection, Paging.NextKey paging)
            implements ChatQuery<Page<ManagedMessage>> {}

    /** One message for moderators; any other is refused as unknown. */
    record FindManagedMessage(long account, long pageTabId, long position) implements ChatQuery<ManagedMessage> {}

    /** The acknowledgement of a message for its sender, by the position of its event. */
    record FindAcceptedMessage(long account, long position) implements ChatQuery<AcceptedMessage> {}

    /** The places of messages, newest first. */
    record FindMessageRows(long account, long pageTabId, ChatSelection selection, Paging.NextKey paging)
            implements ChatQuery<Page<ChatMessageRow>> {}

    /** The places of the messages of a range of seconds, oldest first. */
    record FindMessageRowsByTime(long account, long pageTabId, SecondRange seconds, Paging.NextKey paging)
            implements ChatQuery<Page<ChatMessageRow>> {}

    /** The places of the last messages of a room that are not removed, newest first. */
    record FindRoomRows(
            long account, String roomName, @Nullable Long before, int limit)
            implements ChatQuery<List<ChatMessageRow>> {}

    /** The place of one message, as a list of one or none. */
    record FindMessageRow(long account, long pageTabId, long position) implements ChatQuery<List<ChatMessageRow>> {}

    /** The show of a message, as the log has it; an unknown one is refused (400, chat_message_uid). */
    record FindMessageShow(long account, String chatMessageUid) implements ChatQuery<FindMessageShow.MessageShow> {

        /** The show of a message. */
        public record MessageShow(long pageTabId) {}
    }

    /** The rules of a show's chat that frames and gateways need. */
    record FindChatTerms(long account, long pageTabId) implements ChatQuery<ChatTerms> {}

    /**
     * The places of the messages of all shows that fans flagged and nobody removed or restored, show by show. Those of erased
     * fans are left out, so there may be fewer than the limit though more follow.
     */
    record FindFlaggedRows(long account, int limit) implements ChatQuery<List<ChatMessageRow>> {}
}
