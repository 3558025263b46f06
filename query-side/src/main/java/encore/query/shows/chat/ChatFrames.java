package encore.query.shows.chat;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatFrame;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.rooms.RoomFrame;
import encore.query.documents.WireJson;
import encore.query.projection.QueryGateway;
import encore.query.shows.rooms.RoomFrameSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Writes the frames of messages and of their moderation. A message of an erased fan has none. */
@Component
class ChatFrames implements RoomFrameSource {

    private final QueryGateway queryGateway;

    ChatFrames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Set<Class<? extends Event>> events() {
        return Set.of(ChatMessageSent.class, ChatMessageRemoved.class, ChatMessageRestored.class);
    }

    @Override
    public List<String> rooms(RecordedEvent event) {
        return switch (event.event()) {
            case ChatMessageSent sent -> List.of(sent.roomName());
            case ChatMessageRemoved removed -> List.of(removed.roomName());
            case ChatMessageRestored restored -> List.of(restored.roomName());
            default -> List.of();
        };
    }

    @Override
    public List<RoomFrame> frames(List<RecordedEvent> events) {
        List<PlayerId> authors = events.stream()
                .map(RecordedEvent::event)
                .filter(ChatMessageSent.class::isInstance)
                .map(sent -> ((ChatMessageSent) sent).player())
                .toList();
        ChatJoins joins = authors.isEmpty()
                ? ChatJoins.NONE
                : ChatJoins.of(
                        authors.getFirst().account(),
                        authors.getFirst().campaign().number(),
                        authors.stream().map(PlayerId::fanId).toList(),
                        queryGateway);
        List<RoomFrame> frames = new ArrayList<>();
        for (RecordedEvent recordedEvent : events) {
            RoomFrame frame = frame(recordedEvent, joins);
            if (frame != null) {
                frames.add(frame);
            }
        }
        return List.copyOf(frames);
    }

    private static @Nullable RoomFrame frame(RecordedEvent recordedEvent, ChatJoins joins) {
        return switch (recordedEvent.event()) {
            case ChatMessageSent sent -> message(sent, recordedEvent, joins);
            case ChatMessageRemoved removed ->
                moderation(recordedEvent, "remove_chat_message", removed.roomName(), removed.messagePosition());
            case ChatMessageRestored restored ->
                moderation(recordedEvent, "unflag_chat_message", restored.roomName(), restored.messagePosition());
            default -> null;
        };
    }

    private static @Nullable RoomFrame message(ChatMessageSent sent, RecordedEvent recordedEvent, ChatJoins joins) {
        long fanId = sent.player().fanId();
        if (sent.message() == null || !joins.isKnown(fanId)) {
            return null;
        }
        ObjectNode data = WireJson.of(new ChatFrame.Message(
                ShowUid.CHAT_MESSAGE.at(recordedEvent.position()),
                HtmlText.escape(sent.message()),
                sent.roomName(),
                joins.displayName(fanId),
                recordedEvent.at().getEpochSecond(),
                fanId,
                joins.moderatorStatus(fanId)));
        return new RoomFrame(sent.roomName(), recordedEvent.position(), "chat_message", data, fanId);
    }

    /** A removal names only the message, so it is nobody's and stays when a fan is erased. */
    private static RoomFrame moderation(RecordedEvent recordedEvent, String event, String roomName, long message) {
        ObjectNode data = WireJson.of(new ChatFrame.Moderation(ShowUid.CHAT_MESSAGE.at(message)));
        return new RoomFrame(roomName, recordedEvent.position(), event, data, null);
    }
}
