package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of npm's in rooms of a show. All doors look alike here. */
final class NodeRoomClient {

    private static final long SECONDS = 60;

    /** How a client comes. */
    enum Door {
        WS,
        SOCKETIO,
        RSOCKET
    }

    private final Process process;
    private final BufferedWriter requests;
    private final BlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
    private final BlockingQueue<JsonNode> acknowledgements = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> connections = new LinkedBlockingQueue<>();

    /** All frames and acknowledgements in the order in which they came. */
    private final BlockingQueue<String> order = new LinkedBlockingQueue<>();

    private int lastId;

    /** Connects a client. */
    NodeRoomClient(NodeClients programs, Api api, Door door) throws Exception {
        process = programs.start(
                "rooms.mjs", api.url().replace("http", "ws"), door.name().toLowerCase(Locale.ROOT));
        requests = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::read);
        assertThat(connections.poll(SECONDS, TimeUnit.SECONDS))
                .as("a connection")
                .isTrue();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                take(JsonMapper.shared().readTree(line));
                line = lines.readLine();
            }
        } catch (IOException gone) {
            ends.add("gone");
        }
    }

    private void take(JsonNode line) {
        if (line.has("frame")) {
            if (!line.at("/frame/event").asString().equals("members")) {
                order.add(line.at("/frame/event").asString());
                frames.add(line.get("frame"));
            }
        } else if (line.has("ack")) {
            order.add("ack");
            acknowledgements.add(line);
        } else if (line.has("closed")) {
            ends.add(line.get("closed").asString());
        } else if (line.has("connected")) {
            connections.add(true);
        }
    }

    /** Emits a frame; returns its acknowledgement: {@code ok}, and {@code data} or {@code error}. */
    JsonNode emit(String event, Map<String, ?> data) throws Exception {
        Map<String, Object> request = new HashMap<>(Map.of("id", ++lastId, "event", event, "data", data));
        requests.write(JsonMapper.shared().writeValueAsString(request) + "\n");
        requests.flush();
        JsonNode answer = acknowledgements.poll(SECONDS, TimeUnit.SECONDS);
        assertThat(answer).as("the answer to " + event).isNotNull();
        assertThat(answer.get("ack").asInt()).isEqualTo(lastId);
        return answer;
    }

    /** Joins a room; returns the data of the acknowledgement. */
    JsonNode join(long account, String session, String room, @Nullable Long after) throws Exception {
        Map<String, Object> data =
                new HashMap<>(Map.of("account_id", account, "session_uid", session, "room_name", room));
        if (after != null) {
            data.put("after", after);
        }
        JsonNode answer = emit("join", data);
        assertThat(answer.get("ok").asBoolean()).as(answer.toString()).isTrue();
        return answer.get("data");
    }

    /** Returns the next frame. Those that tell the number of members are left out. */
    JsonNode next() throws InterruptedException {
        JsonNode frame = frames.poll(SECONDS, TimeUnit.SECONDS);
        assertThat(frame).as("a frame, closed: %s", ends).isNotNull();
        return frame;
    }

    /** Returns the event of the next frame, or {@code ack} for an acknowledgement, in the order in which they came. */
    String nextInOrder() throws InterruptedException {
        return String.valueOf(order.poll(SECONDS, TimeUnit.SECONDS));
    }

    /** Returns what was said when the connection was closed. */
    String closed() throws InterruptedException {
        return String.valueOf(ends.poll(SECONDS, TimeUnit.SECONDS));
    }

    /** Whether it has connected again. */
    boolean isBack() {
        return !connections.isEmpty();
    }

    void cutOff() {
        NodeClients.end(process);
    }
}
