package encore.api.asyncapi;

import encore.api.docs.Schemas;
import encore.kernel.shows.chat.ChatFrame;
import encore.kernel.shows.control.HomeOverlay;
import encore.kernel.shows.control.LiveOverlayFrame;
import encore.kernel.shows.control.LiveUpdate;
import encore.kernel.shows.control.PinnedOverlay;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.rooms.MemberCount;
import encore.kernel.shows.rooms.RoomSnapshot;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes the frames that clients in rooms are sent. There is a message for each kind of frame, and for each action of the
 * control room. A frame has the fields of its record and no others.
 */
final class RoomFrames {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MEMBERS = "members";

    /**
     * A frame.
     *
     * @param action the action of a platform_live_update; null for any other frame
     */
    record FrameKind(
            String event, LiveUpdate.@Nullable Action action, String description, Class<? extends Record> data) {

        /** Names the message: {@code roomChatMessage}. */
        String name() {
            StringBuilder name = new StringBuilder("room");
            for (String word : (action == null ? event : action.word()).split("_")) {
                name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
            }
            return name.toString();
        }

        /** Names the schema of its data: {@code RoomChatMessage}. */
        String schema() {
            return Character.toUpperCase(name().charAt(0)) + name().substring(1);
        }
    }

    static final List<FrameKind> ALL = List.of(
            new FrameKind("chat_message", null, "A message was posted in the room.", ChatFrame.Message.class),
            new FrameKind("remove_chat_message", null, "A message was removed. Hide it.", ChatFrame.Moderation.class),
            new FrameKind("unflag_chat_message", null, "A removed message is back.", ChatFrame.Moderation.class),
            update(LiveUpdate.Action.STATE_CHANGE, "The state of the show changed.", LiveUpdate.StateChange.class),
            update(LiveUpdate.Action.UPDATE_LIVE_FEED, "Another feed is live.", LiveUpdate.LiveChange.class),
            update(
                    LiveUpdate.Action.UPDATE_LIVE_OVERLAY,
                    "Another overlay is live, or its results are shown.",
                    LiveUpdate.LiveChange.class),
            update(
                    LiveUpdate.Action.UPDATE_PINNED_OVERLAYS,
                    "An overlay was pinned or unpinned.",
                    LiveUpdate.PinChange.class),
            new FrameKind(
                    MEMBERS,
                    null,
                    "The number of members of the room, every 5 seconds at most. It has no position.",
                    MemberCount.class),
            new FrameKind(
                    "snapshot",
                    null,
                    "How the show stands, for a client that was away for too long. It replaces all that the client has of the"
                            + " room.",
                    RoomSnapshot.class));

    private RoomFrames() {}

    private static FrameKind update(LiveUpdate.Action action, String description, Class<? extends Record> data) {
        return new FrameKind(LiveUpdate.EVENT, action, description + " Told in the control room.", data);
    }

    /** Returns the messages by name. The records in them become schemas. */
    static Map<String, ObjectNode> messages(Schemas schemas) {
        Map<String, ObjectNode> messages = new LinkedHashMap<>();
        ALL.forEach(frame -> messages.put(frame.name(), message(frame, schemas)));
        nameOverlayTypes(schemas);
        Set<String> closed = new HashSet<>();
        messages.values().forEach(message -> close(message.at("/payload/properties/data"), schemas, closed));
        return messages;
    }

    private static ObjectNode message(FrameKind frame, Schemas schemas) {
        ObjectNode message = JSON.createObjectNode().put("name", frame.event()).put("summary", frame.description());
        ObjectNode payload = message.putObject("payload").put("type", "object").put("additionalProperties", false);
        ObjectNode fields = payload.putObject("properties");
        fields.putObject("event").put("const", frame.event());
        fields.putObject("room").put("type", "string");
        if (!frame.event().equals(MEMBERS)) {
            fields.putObject("position")
                    .put("type", "integer")
                    .put("format", "int64")
                    .put("description", "To resume after a disconnect, send the last position of the room as after.");
        }
        ObjectNode data = schemas.object(frame.data());
        if (frame.action() != null) {
            data.withObject("properties")
                    .putObject("action")
                    .put("const", frame.action().word());
        }
        schemas.named().put(frame.schema(), data);
        fields.putObject("data").put("$ref", "#/components/schemas/" + frame.schema());
        fields.propertyNames().forEach(payload.withArray("required")::add);
        return message;
    }

    private static void nameOverlayTypes(Schemas schemas) {
        for (OverlayType type : OverlayType.values()) {
            nameOverlayType(shape(type), type, schemas);
        }
        nameOverlayType(HomeOverlay.class, OverlayType.STATIC, schemas);
        nameOverlayType(PinnedOverlay.class, OverlayType.STATIC, schemas);
    }

    private static Class<? extends LiveOverlayFrame> shape(OverlayType type) {
        return switch (type) {
            case CLICKER -> LiveOverlayFrame.Clicker.class;
            case STATIC -> LiveOverlayFrame.Static.class;
            case QUIZ_QUESTION -> LiveOverlayFrame.Quiz.class;
            case CUSTOM_FIELD -> LiveOverlayFrame.CustomField.class;
            case BANNER -> LiveOverlayFrame.Banner.class;
        };
    }

    private static void nameOverlayType(Class<?> record, OverlayType type, Schemas schemas) {
        String reference = schemas.of(record).path("$ref").asString();
        resolved(reference, schemas)
                .withObject("properties")
                .putObject("overlay_type")
                .put("const", type.word());
    }

    /** Lets records have no other fields. */
    private static void close(JsonNode schema, Schemas schemas, Set<String> closed) {
        for (String reference : schema.findValuesAsString("$ref")) {
            if (closed.add(reference)) {
                ObjectNode record = resolved(reference, schemas).put("additionalProperties", false);
                close(record, schemas, closed);
            }
        }
    }

    private static ObjectNode resolved(String reference, Schemas schemas) {
        ObjectNode found = schemas.named().get(reference.substring(reference.lastIndexOf('/') + 1));
        if (found == null) {
            throw new IllegalStateException("There is no schema " + reference);
        }
        return found;
    }
}
