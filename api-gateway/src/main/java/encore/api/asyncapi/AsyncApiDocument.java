package encore.api.asyncapi;

import static java.util.stream.Collectors.joining;

import encore.api.docs.Dictionary;
import encore.api.docs.EventSchemas;
import encore.api.docs.Schemas;
import encore.api.fanout.RoomConnections;
import encore.api.live.Credentials;
import encore.api.live.LiveStream;
import encore.api.live.LiveStreams;
import encore.api.live.SubscribeRequest;
import encore.api.problems.Problems;
import encore.api.websocket.WebSocketConnection;
import encore.kernel.live.LiveEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.reactive.socket.CloseStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the description of the live streams. The protocol of a connection stands in {@code asyncapi.json}. Channels and
 * frames come from the streams that features offer, the contents of frames from the records that are sent.
 */
final class AsyncApiDocument {

    /** Schemas that {@code openapi.json} has as one, Problem. */
    private static final Set<String> OF_PROBLEMS = Set.of("Problems.Body", "FieldError");

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ObjectNode document = template();
    private final Schemas schemas = new Schemas();
    private final List<LiveStream.Definition<?>> definitions = new ArrayList<>();

    private final RoomConnections rooms;

    AsyncApiDocument(LiveStreams streams, RoomConnections rooms) {
        this.rooms = rooms;
        streams.all().forEach(stream -> definitions.add(stream.definition()));
    }

    ObjectNode written() {
        String secret = definitions.stream()
                .filter(LiveStream.Definition::secretNeeded)
                .map(LiveStream.Definition::address)
                .collect(joining(" and "));
        object("/components/messages/auth")
                .put("summary", "Authenticates the connection, once; " + secret + " need the secret.");
        ObjectNode codes = object("/channels/socket/x-close-codes");
        for (CloseStatus status : List.of(
                CloseStatus.GOING_AWAY,
                WebSocketConnection.REFUSED,
                WebSocketConnection.FULL,
                WebSocketConnection.CUT_OFF,
                CloseStatus.TOO_BIG_TO_PROCESS,
                WebSocketConnection.REPLACED,
                WebSocketConnection.UNKNOWN,
                WebSocketConnection.REVOKED,
                WebSocketConnection.BANNED,
                WebSocketConnection.SLOW,
                WebSocketConnection.SILENT)) {
            String code = Integer.toString(status.getCode());
            String reason = Objects.requireNonNullElse(
                    status.getReason(), status.equals(CloseStatus.GOING_AWAY) ? "going away" : "too big");
            codes.put(code, codes.has(code) ? codes.path(code).asString() + " or " + reason : reason);
        }
        definitions.forEach(this::addChannel);
        new AsyncApiRooms(document, schemas).add(rooms);
        addRecords();
        describe();
        return document;
    }

    /** Adds the channel of a stream, its frames, and the operation that sends them. */
    private void addChannel(LiveStream.Definition<?> definition) {
        String name = channel(definition.address());
        String lock = definition.secretNeeded() ? "key and secret" : "key";
        ObjectNode channel = object("/channels")
                .putObject(name)
                .put("address", definition.address())
                .put(
                        "description",
                        definition.description() + " Needs: " + lock + ", scope " + definition.scope()
                                + "; of a person, the right "
                                + definition.right().word() + ".");
        if (!definition.hasFixedName()) {
            channel.putObject("parameters").putObject(definition.partName());
        }
        ArrayNode servers = channel.putArray("servers");
        object("/servers").propertyNames().stream()
                .filter(server -> !server.equals(AsyncApiRooms.SERVER_OF_ROOMS_ALONE))
                .forEach(server -> servers.add(reference("#/servers/" + server)));
        List<String> frames = new ArrayList<>();
        for (LiveStream.Frame frame : definition.frames()) {
            String message = messageName(name, frame);
            object("/components/messages").set(message, message(frame));
            frames.add(message);
        }
        if (definition.frames().contains(LiveStream.Frame.EVENT)) {
            frames.add("subscribed");
        }
        ObjectNode messages = channel.putObject("messages");
        ObjectNode operation =
                object("/operations").putObject("tell" + capital(name)).put("action", "send");
        ArrayNode sent =
                operation.set("channel", reference("#/channels/" + name)).putArray("messages");
        for (String frame : frames) {
            messages.set(frame, reference("#/components/messages/" + frame));
            sent.add(reference("#/channels/" + name + "/messages/" + frame));
        }
    }

    /** Returns the name of a message. Frames of one kind have the same one, but events with data of their own stream. */
    private static String messageName(String channel, LiveStream.Frame frame) {
        boolean isOwn = frame.event().equals(LiveStream.Frame.EVENT.event()) && !frame.equals(LiveStream.Frame.EVENT);
        return isOwn ? channel + capital(frame.event()) : frame.event();
    }

    private ObjectNode message(LiveStream.Frame frame) {
        ObjectNode data = schemas.of(frame.data());
        ObjectNode message = JSON.createObjectNode().put("name", frame.event()).put("summary", frame.description());
        ObjectNode payload = message.putObject("payload").put("type", "object");
        ObjectNode fields = payload.putObject("properties");
        fields.putObject("event").put("const", frame.event());
        fields.putObject("stream").put("type", "string");
        fields.putObject("position")
                .put("type", "integer")
                .put("format", "int64")
                .put("description", "To resume after a disconnect, send the last position as after.");
        fields.set("data", frame.rows() ? array().set("items", data) : data);
        payload.putArray("required").add("event").add("stream").add("position").add("data");
        return message;
    }

    /** Adds the records of all streams: the filters of features to a subscription, and their details to an event. */
    private void addRecords() {
        List.of(Credentials.class, SubscribeRequest.class, LiveEvent.class, Problems.Body.class)
                .forEach(schemas::of);
        ObjectNode subscribeRequest = Objects.requireNonNull(schemas.named().get("SubscribeRequest"));
        ObjectNode event = Objects.requireNonNull(schemas.named().get("LiveEvent"));
        event.withObject("properties").remove("details");
        Set<String> always = new TreeSet<>();
        event.get("required").forEach(name -> always.add(name.asString()));
        always.remove("details");
        for (LiveStream.Definition<?> definition : definitions) {
            JsonNode chosen = schemas.object(definition.filter()).get("properties");
            chosen.forEach(AsyncApiDocument::leaveOut);
            subscribeRequest.withObject("properties").setAll((ObjectNode) chosen);
        }
        definitions.stream()
                .flatMap(definition -> definition.details().stream())
                .distinct()
                .map(details -> (ObjectNode) schemas.object(details).get("properties"))
                .forEach(details -> {
                    event.withObject("properties").setAll(details);
                    always.addAll(details.propertyNames());
                });
        ArrayNode required = event.putArray("required");
        always.forEach(required::add);
        object("/components/schemas").setAll(schemas.named());
        addPublishedFields(event);
    }

    /** Adds the published fields of each type to the frame of an event. */
    private void addPublishedFields(ObjectNode event) {
        ArrayNode types = event.putArray("allOf");
        EventSchemas.all().forEach((type, schema) -> {
            object("/components/schemas").set(EventSchemas.dataName(type), schema);
            ObjectNode choice = types.addObject();
            ObjectNode condition = choice.putObject("if");
            condition.putObject("properties").putObject("type").put("const", type);
            condition.putArray("required").add("type");
            choice.set("then", reference("#/components/schemas/" + EventSchemas.dataName(type)));
        });
    }

    /** Adds descriptions and examples of fields. */
    private void describe() {
        Dictionary dictionary = new Dictionary();
        object("/components/schemas")
                .properties()
                .forEach(schema -> dictionary.describe(
                        OF_PROBLEMS.contains(schema.getKey()) ? "Problem" : schema.getKey(), schema.getValue()));
        object("/components/messages").forEach(message -> dictionary.describe("Frame", message.path("payload")));
    }

    /** Makes a field not nullable, since a follower leaves out the fields that it does not choose by. */
    static void leaveOut(JsonNode field) {
        if (field.get("type") instanceof ArrayNode types) {
            ((ObjectNode) field).set("type", types.get(0));
        }
    }

    /** Names a channel: {@code points.history} is pointsHistory, {@code leaderboard.{point_uid}} is leaderboard. */
    private static String channel(String address) {
        StringBuilder name = new StringBuilder();
        for (String word : address.split("\\.")) {
            name.append(word.startsWith("{") ? "" : name.isEmpty() ? word : capital(word));
        }
        return name.toString();
    }

    static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private static ObjectNode array() {
        return JSON.createObjectNode().put("type", "array");
    }

    static ObjectNode reference(String to) {
        return JSON.createObjectNode().put("$ref", to);
    }

    private ObjectNode object(String pointer) {
        return (ObjectNode) document.at(pointer);
    }

    private static ObjectNode template() {
        try {
            return (ObjectNode) JSON.readTree(new ClassPathResource("asyncapi.json", AsyncApiDocument.class)
                    .getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
