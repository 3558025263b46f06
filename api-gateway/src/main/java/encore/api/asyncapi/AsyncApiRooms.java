package encore.api.asyncapi;

import encore.api.docs.Schemas;
import encore.api.fanout.RoomConnection.Joined;
import encore.api.fanout.RoomConnections;
import encore.api.fanout.RoomTransport;
import encore.api.rsocket.ConnectionEnd;
import encore.api.socketio.Closing;
import encore.api.socketio.FramePlace;
import encore.api.websocket.WebSocketConnection;
import java.util.List;
import org.springframework.web.reactive.socket.CloseStatus;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds the channel of rooms: the frames that clients send and receive there, and how each server sends them. */
final class AsyncApiRooms {

    /** The server that has rooms and no other streams. */
    static final String SERVER_OF_ROOMS_ALONE = "socketio";

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The ends of a connection that a client in rooms should know. */
    private static final List<CloseStatus> ENDS = List.of(
            CloseStatus.GOING_AWAY,
            RoomTransport.REFUSED,
            CloseStatus.TOO_BIG_TO_PROCESS,
            RoomTransport.CUT_OFF,
            RoomTransport.REPLACED,
            RoomTransport.UNKNOWN,
            RoomTransport.REVOKED,
            RoomTransport.BANNED,
            WebSocketConnection.SLOW);

    private final ObjectNode document;
    private final Schemas schemas;
    private final ObjectNode channel;
    private final ObjectNode messages;

    AsyncApiRooms(ObjectNode document, Schemas schemas) {
        this.document = document;
        this.schemas = schemas;
        this.channel = object("/channels")
                .putObject("room")
                .put("address", "{room_name}")
                .put(
                        "description",
                        "A room of a live show. A client joins it with the session of a fan or guest; staff subscribes"
                                + " to live.{room_name} with a secret of scope apps. Guests read only. The room"
                                + " replay:<replay_uid>:<page_tab_id> tells the frames of all rooms of the show again, to"
                                + " the fans whom the replay names; nothing is sent there. At /ws frames"
                                + " are as described. Over Socket.IO a client emits the event with its data and a"
                                + " callback; the server emits (event, data, {room, position}). Over RSocket a join"
                                + " is a request-stream, whose frames are as described, and every other frame a"
                                + " request-response, which answers the data of the acknowledgement.");
        channel.putObject("parameters").putObject("room_name");
        ArrayNode servers = channel.putArray("servers");
        object("/servers").propertyNames().forEach(server -> servers.add(reference("#/servers/" + server)));
        this.messages = channel.putObject("messages");
    }

    void add(RoomConnections rooms) {
        ArrayNode taken = operation("enterRoom", "receive");
        rooms.clientFrames()
                .forEach(frame -> taken.add(add(
                        // Clients send and are sent frames of the same name, so those of clients have names of their
                        // own.
                        "client" + AsyncApiDocument.capital(frame.event()), clientFrame(frame))));
        ArrayNode sent = operation("tellRoom", "send");
        RoomFrames.messages(schemas).forEach((name, message) -> sent.add(add(name, message)));
        sent.add(add("socketIoFrame", socketIoFrame()));
        sent.add(add("socketIoAnswer", socketIoAnswer()));
        sent.add(add("socketIoClosing", socketIoClosing()));
        sent.add(add("rsocketJoined", rsocketJoined()));
        ends();
    }

    /** Says how each server announces the end of a connection to its client, by the codes that /ws has. */
    private void ends() {
        ObjectNode ends = channel.putObject("x-ends");
        for (CloseStatus status : ENDS) {
            String code = Integer.toString(status.getCode());
            ObjectNode end = ends.withObject(code);
            end.put(SERVER_OF_ROOMS_ALONE, Closing.isFor(status) ? "closing, DISCONNECT and " + code : code);
            String error = status.equals(WebSocketConnection.SLOW)
                    ? "CANCELED /problems/slow for the stream alone"
                    : ConnectionEnd.describe(status);
            end.put("rsocket", end.has("rsocket") ? end.path("rsocket").asString() + " or " + error : error);
        }
    }

    private ArrayNode operation(String name, String action) {
        ObjectNode operation = object("/operations").putObject(name).put("action", action);
        return operation.set("channel", reference("#/channels/room")).putArray("messages");
    }

    private ObjectNode add(String name, ObjectNode message) {
        object("/components/messages").set(name, message);
        messages.set(name, reference("#/components/messages/" + name));
        return reference("#/channels/room/messages/" + name);
    }

    private ObjectNode clientFrame(RoomConnections.ClientFrame frame) {
        ObjectNode message = message(frame.event(), frame.description());
        ObjectNode fields = message.withObject("payload").withObject("properties");
        fields.putObject("event").put("const", frame.event());
        fields.putObject("id");
        ObjectNode schema = schemas.object(frame.data());
        schema.get("properties").forEach(AsyncApiDocument::leaveOut);
        fields.set("data", schema);
        return require(message, "event", "data");
    }

    private ObjectNode rsocketJoined() {
        ObjectNode message = message("joined", "RSocket alone: the answer to a join.");
        ObjectNode fields = message.withObject("payload").withObject("properties");
        fields.putObject("event").put("const", "joined");
        fields.putObject("room").put("type", "string");
        fields.putObject("position").put("type", "integer").put("format", "int64");
        fields.set("data", schemas.of(Joined.class));
        return require(message, "event", "room", "position", "data");
    }

    private ObjectNode socketIoFrame() {
        ObjectNode message = message("event", "Socket.IO alone: a frame of a room as an event with two arguments.");
        arguments(message, JSON.createObjectNode().put("type", "object"), schemas.of(FramePlace.class));
        return message;
    }

    private static ObjectNode socketIoAnswer() {
        ObjectNode message = message("answer", "Socket.IO alone: the one argument of the callback of an emit.");
        ObjectNode fields = message.withObject("payload").withObject("properties");
        fields.putObject("ok").put("type", "boolean");
        fields.putObject("data").put("type", "object").putArray("examples").addObject();
        fields.set("error", reference("#/components/schemas/Problems.Body"));
        return require(message, "ok");
    }

    private ObjectNode socketIoClosing() {
        ObjectNode message = message(
                "closing", "Socket.IO alone: the connection ends, and the client must not come back by itself.");
        arguments(message, schemas.of(Closing.class));
        return message;
    }

    private static void arguments(ObjectNode message, ObjectNode... arguments) {
        ObjectNode payload = message.putObject("payload").put("type", "array");
        ArrayNode items = payload.putArray("prefixItems");
        List.of(arguments).forEach(items::add);
    }

    private static ObjectNode message(String name, String summary) {
        ObjectNode message = JSON.createObjectNode().put("name", name).put("summary", summary);
        message.putObject("payload").put("type", "object");
        return message;
    }

    private static ObjectNode require(ObjectNode message, String... fields) {
        ArrayNode required = message.withObject("payload").putArray("required");
        List.of(fields).forEach(required::add);
        return message;
    }

    private static ObjectNode reference(String to) {
        return AsyncApiDocument.reference(to);
    }

    private ObjectNode object(String pointer) {
        return (ObjectNode) document.at(pointer);
    }
}
