package encore.query.shows.rooms;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRemoved;
import encore.kernel.shows.players.PlayerEvent.ChatMessageRestored;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomName;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes frames of messages and of states, as the features of a show do. A state has two frames. */
public final class FakeRoomFrames implements RoomFrameSource {

    @Override
    public Set<Class<? extends Event>> events() {
        return Set.of(
                ShowStateChanged.class, ChatMessageSent.class, ChatMessageRemoved.class, ChatMessageRestored.class);
    }

    @Override
    public List<String> rooms(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case ShowStateChanged changed ->
                List.of(RoomName.of(RoomType.CONTROL, "control", changed.show().campaign())
                        .toString());
            case ChatMessageSent sent -> List.of(sent.roomName());
            case ChatMessageRemoved removed -> List.of(removed.roomName());
            case ChatMessageRestored restored -> List.of(restored.roomName());
            default -> List.of();
        };
    }

    @Override
    public List<RoomFrame> frames(List<RecordedEvent> events) {
        return events.stream().flatMap(event -> frames(event).stream()).toList();
    }

    private List<RoomFrame> frames(RecordedEvent recordedEvent) {
        return switch (recordedEvent.event()) {
            case ShowStateChanged changed ->
                List.of(
                        frame(
                                recordedEvent,
                                "platform_live_update",
                                "state",
                                changed.state().word(),
                                null),
                        frame(recordedEvent, "platform_live_update", "second", "yes", null));
            case ChatMessageSent sent
            when sent.message() != null ->
                List.of(frame(
                        recordedEvent,
                        "chat_message",
                        "message",
                        sent.message(),
                        sent.player().fanId()));
            case ChatMessageRemoved removed ->
                List.of(frame(recordedEvent, "remove_chat_message", "of", "" + removed.messagePosition(), null));
            case ChatMessageRestored restored ->
                List.of(frame(recordedEvent, "unflag_chat_message", "of", "" + restored.messagePosition(), null));
            default -> List.of();
        };
    }

    private RoomFrame frame(
            RecordedEvent recordedEvent, String event, String name, String value, @Nullable Long fanId) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put(name, value);
        return new RoomFrame(rooms(recordedEvent).getFirst(), recordedEvent.position(), event, data, fanId);
    }
}
