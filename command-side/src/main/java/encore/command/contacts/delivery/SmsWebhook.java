package encore.command.contacts.delivery;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import encore.command.contacts.delivery.MessageSettings.Sms;
import encore.infra.eventstore.codec.EventJson;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;

/**
 * Sends text messages by a customer's webhook: {@code {to, text, message_id}}, signed as Standard Webhooks demand. The
 * webhook has to leave out a {@code message_id} that it has sent already.
 */
final class SmsWebhook implements MessageChannel {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final Sms settings;
    private final Webhook signer;

    private record Body(
            String to,
            String text,
            @JsonProperty("message_id") String messageId) {}

    SmsWebhook(Sms settings) {
        this.settings = settings;
        this.signer = signer(settings.secret());
    }

    private static Webhook signer(String secret) {
        try {
            return new Webhook(secret);
        } catch (EmptyWebhookSecretException empty) {
            throw new IllegalStateException("The settings take no empty secret", empty);
        }
    }

    @Override
    public Result send(OutgoingMessage message) {
        String body = EventJson.mapper()
                .writeValueAsString(new Body(message.to(), message.content().text(), message.messageId()));
        try {
            int status = client.send(request(message, body), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            return resultOf(status);
        } catch (IOException unreachable) {
            return Result.UNREACHABLE;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Result.UNREACHABLE;
        }
    }

    private HttpRequest request(OutgoingMessage message, String body) {
        long now = Instant.now().getEpochSecond();
        return HttpRequest.newBuilder(settings.url())
                .timeout(ANSWER_TIMEOUT)
                .header("Content-Type", "application/json")
                .header("webhook-id", message.messageId())
                .header("webhook-timestamp", Long.toString(now))
                .header("webhook-signature", signature(message, now, body))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private String signature(OutgoingMessage message, long now, String body) {
        try {
            return signer.sign(message.messageId(), now, body);
        } catch (WebhookSigningException missing) {
            throw new IllegalStateException("Every JDK has HmacSHA256", missing);
        }
    }

    private static Result resultOf(int status) {
        return switch (status / 100) {
            case 2 -> Result.SENT;
            case 5 -> Result.UNREACHABLE;
            default -> status == 408 || status == 425 || status == 429 ? Result.UNREACHABLE : Result.REJECTED;
        };
    }
}
