package encore.command.webhooks;

import encore.infra.backend.egress.EgressClient;
import encore.infra.backend.egress.EgressClient.Answer;
import encore.infra.backend.egress.EgressFailure;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.keys.KeyStore;
import encore.kernel.webhooks.TestedWebhook;
import encore.kernel.webhooks.WebhookTarget;
import encore.kernel.webhooks.signing.WebhookSecrets;
import encore.kernel.webhooks.signing.WebhookSignature;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Sends test messages: {@code {type: webhook_test, timestamp, data: {}}}. */
@Component
class DirectWebhookSender implements WebhookSender {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int SUCCESS = 2;

    private final EgressClient client;
    private final WebhookSecrets secrets;

    private record Body(String type, Instant timestamp, Map<String, String> data) {}

    DirectWebhookSender(EgressClient client, KeyStore keys) {
        this.client = client;
        this.secrets = new WebhookSecrets(keys.installationSecret(WebhookSecrets.SECRET));
    }

    @Override
    public TestedWebhook sendTest(WebhookTarget target) {
        Instant now = Instant.now();
        String messageId = "test_" + UUID.randomUUID();
        byte[] body = EventJson.mapper()
                .writeValueAsString(new Body("webhook_test", now, Map.of()))
                .getBytes(StandardCharsets.UTF_8);
        String signature = WebhookSignature.sign(
                secrets.deriveAll(target.webhook(), target.secrets().generationsAt(now)),
                messageId,
                now.getEpochSecond(),
                body);
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/json",
                "webhook-id",
                messageId,
                "webhook-timestamp",
                Long.toString(now.getEpochSecond()),
                "webhook-signature",
                signature);
        long start = System.nanoTime();
        try {
            Answer answer = Objects.requireNonNull(
                    client.post(target.url(), headers, body, TIMEOUT).block());
            boolean isDelivered = answer.status() / 100 == SUCCESS;
            return new TestedWebhook(
                    messageId, isDelivered, answer.status(), isDelivered ? null : "status", millisSince(start));
        } catch (EgressFailure failure) {
            return new TestedWebhook(messageId, false, null, failure.kind().word(), millisSince(start));
        }
    }

    private static long millisSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }
}
