package encore.command.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.signing.WebhookSecrets;
import encore.kernel.webhooks.signing.WebhookSignature;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The verifier of Standard Webhooks accepts our signatures. */
class SignaturesTest {

    private static final WebhookId WEBHOOK = new WebhookId(7, "w");
    private static final String BODY = "{\"type\":\"fan_registered\",\"data\":{\"name\":\"Zoë\"}}";
    private static final WebhookSecrets SECRETS = new WebhookSecrets(new byte[32]);

    @Test
    void during_an_overlap_each_of_the_secrets_verifies() throws Exception {
        HttpHeaders signed = signed(List.of(3, 2));
        for (int generation : new int[] {3, 2}) {
            Webhook verifier = new Webhook(SECRETS.text(WEBHOOK, generation));
            assertThatCode(() -> verifier.verify(BODY, signed)).doesNotThrowAnyException();
        }
        assertThatThrownBy(() -> new Webhook(SECRETS.text(WEBHOOK, 1)).verify(BODY, signed))
                .isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> new Webhook(SECRETS.text(WEBHOOK, 3)).verify(BODY + " ", signed))
                .isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void secrets_follow_from_installation_webhook_and_generation() {
        String secret = SECRETS.text(WEBHOOK, 1);
        assertThat(secret).startsWith("whsec_").hasSize(6 + 44);
        assertThat(SECRETS.text(WEBHOOK, 1)).isEqualTo(secret);
        byte[] other = new byte[32];
        other[31] = 1;
        assertThat(List.of(
                        SECRETS.text(WEBHOOK, 2),
                        SECRETS.text(new WebhookId(8, "w"), 1),
                        SECRETS.text(new WebhookId(7, "v"), 1),
                        new WebhookSecrets(other).text(WEBHOOK, 1)))
                .doesNotContain(secret)
                .doesNotHaveDuplicates();
    }

    private static HttpHeaders signed(List<Integer> generations) {
        long now = Instant.now().getEpochSecond();
        String signature = WebhookSignature.sign(
                SECRETS.deriveAll(WEBHOOK, generations), "msg_1", now, BODY.getBytes(StandardCharsets.UTF_8));
        return HttpHeaders.of(
                Map.of(
                        "webhook-id",
                        List.of("msg_1"),
                        "webhook-timestamp",
                        List.of(Long.toString(now)),
                        "webhook-signature",
                        List.of(signature)),
                (name, value) -> true);
    }
}
