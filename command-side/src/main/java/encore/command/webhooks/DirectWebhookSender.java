package encore.command.webhooks;

import encore.command.webhooks.delivery.calls.WebhookCalls;
import encore.command.webhooks.delivery.health.CallOutcome;
import encore.command.webhooks.delivery.health.FailureKind;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.process.webhooks.WebhookMessage;
import encore.kernel.webhooks.TestedWebhook;
import encore.kernel.webhooks.WebhookTarget;
import encore.kernel.webhooks.signing.WebhookSecrets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Sends test messages: {@code {type: webhook_test, timestamp, data: {}}}. */
@Component
class DirectWebhookSender implements WebhookSender {

    private final WebhookCalls calls;
    private final WebhookSecrets secrets;

    private record Body(String type, Instant timestamp, Map<String, String> data) {}

    DirectWebhookSender(WebhookCalls calls, KeyStore keys) {
        this.calls = calls;
        this.secrets = new WebhookSecrets(keys.installationSecret(WebhookSecrets.SECRET));
    }

    @Override
    public TestedWebhook sendTest(WebhookTarget target) {
        Instant now = Instant.now();
        byte[] body = EventJson.mapper().writeValueAsBytes(new Body("webhook_test", now, Map.of()));
        WebhookMessage message = new WebhookMessage("test_" + UUID.randomUUID(), body);
        List<byte[]> signing =
                secrets.deriveAll(target.webhook(), target.secrets().generationsAt(now));
        long start = System.nanoTime();
        CallOutcome outcome = calls.post(
                target.webhook().account(), target.url(), message.headers(signing, now, null), message.body());
        FailureKind failure = outcome.failure();
        return new TestedWebhook(
                message.id(),
                failure == null,
                outcome.status(),
                failure == null ? null : failure.word(),
                Duration.ofNanos(System.nanoTime() - start).toMillis());
    }
}
