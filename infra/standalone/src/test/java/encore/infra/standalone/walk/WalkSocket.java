package encore.infra.standalone.walk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Sends the frames of a step over a WebSocket, and waits for the acknowledgement of each. */
final class WalkSocket implements WebSocket.Listener {

    private final BlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private final HttpClient http;
    private final String url;

    WalkSocket(HttpClient http, String url) {
        this.http = http;
        this.url = url.replaceFirst("^http", "ws");
    }

    /** Returns the acknowledgement of the last frame. */
    JsonNode send(WalkStep step, Variables variables) {
        JsonNode last = MissingNode.getInstance();
        WebSocket socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(url + step.path()), this)
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
        try {
            for (String frame : step.frames()) {
                String[] words = variables.fill(frame).split(" ", 2);
                String message = "{\"event\":\"" + words[0] + "\",\"id\":1,\"data\":" + words[1] + "}";
                socket.sendText(message, true).orTimeout(30, TimeUnit.SECONDS).join();
                last = acknowledgement();
                if (!last.path("ok").asBoolean(false)) {
                    throw new IllegalStateException(words[0] + " was answered " + last);
                }
            }
        } finally {
            socket.abort();
        }
        return last;
    }

    private JsonNode acknowledgement() {
        try {
            for (JsonNode frame = frames.poll(30, TimeUnit.SECONDS);
                    frame != null;
                    frame = frames.poll(30, TimeUnit.SECONDS)) {
                if (frame.has("ack")) {
                    return frame;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("Nothing was acknowledged");
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            frames.add(WalkPlayer.parsed(text.toString()));
            text.setLength(0);
        }
        from.request(1);
        return null;
    }
}
