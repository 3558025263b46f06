package encore.infra.eventstore.process.webhooks;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.codec.EventJson;
import encore.kernel.published.PublishedData;
import encore.kernel.webhooks.signing.WebhookSignature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message of Standard Webhooks.
 *
 * @param id the webhook-id: the event's id, the same at every try and replay
 * @param body {@code {type, timestamp, data}} in JSON
 */
public record WebhookMessage(String id, byte[] body) {

    /** The header of messages that belong to a replay. */
    public static final String REPLAY = "Encore-Replay";

    /**
     * Returns the message about an event: the published fields, and the position.
     *
     * @throws UndecodablePlaceholder.UndecodableEvent when this build cannot read the event
     */
    public static WebhookMessage of(RecordedEvent recordedEvent) {
        UndecodablePlaceholder.requireDecoded(recordedEvent.event());
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("position", recordedEvent.position());
        data.putAll(PublishedData.of(recordedEvent.event()));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", EventTypeNames.of(recordedEvent));
        body.put("timestamp", recordedEvent.at().toString());
        body.put("data", data);
        return new WebhookMessage(
                recordedEvent.id().toString(), EventJson.mapper().writeValueAsBytes(body));
    }

    /** Returns the body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * Returns the headers of one attempt.
     *
     * @param now the time of this attempt
     * @param replayUid the replay that it belongs to; null for none
     */
    public Map<String, String> headers(List<byte[]> secrets, Instant now, @Nullable String replayUid) {
        Map<String, String> headers = plainHeaders(now, replayUid);
        headers.put("webhook-signature", WebhookSignature.sign(secrets, id, now.getEpochSecond(), body));
        return headers;
    }

    /** Returns the headers of one attempt without its signature. */
    public Map<String, String> plainHeaders(Instant now, @Nullable String replayUid) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
        if (replayUid != null) {
            headers.put(REPLAY, replayUid);
        }
        return headers;
    }
}
