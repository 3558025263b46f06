package encore.query.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookEvent.WebhookChanged;
import encore.kernel.webhooks.WebhookEvent.WebhookDeleted;
import encore.kernel.webhooks.WebhookEvent.WebhookDisabled;
import encore.kernel.webhooks.WebhookEvent.WebhookMade;
import encore.kernel.webhooks.WebhookEvent.WebhookSecretRotated;
import encore.kernel.webhooks.WebhookFault;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.kernel.webhooks.WebhookSettings;
import encore.query.ProjectionUnderTest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhooksProjectionTest {

    private static final WebhookId WEBHOOK = new WebhookId(7, "w");
    private static final WebhookId OTHER = new WebhookId(7, "v");

    private final ProjectionUnderTest<WebhooksProjection> webhooks = new ProjectionUnderTest<>(WebhooksProjection::new);

    @AfterEach
    void close() {
        webhooks.close();
    }

    @Test
    void a_webhook_shows_its_settings_and_where_it_began() {
        webhooks.given(
                new WebhookMade(WEBHOOK, settings("https://a.example/", true), 1, null),
                new WebhookMade(OTHER, settings("https://b.example/", true), 2, 0L),
                new WebhookMade(new WebhookId(8, "w"), settings("https://c.example/", true), 1, 0L),
                new WebhookSecretRotated(WEBHOOK, 2, ProjectionUnderTest.START.plusSeconds(900)));
        assertThat(all()).extracting(Webhook::webhookUid).containsExactly("w", "v");
        assertThat(all()).extracting(Webhook::after).containsExactly(1L, 0L);
        Webhook shown = one();
        assertThat(shown.url()).isEqualTo("https://a.example/");
        assertThat(shown.description()).isEqualTo("ours");
        assertThat(shown.eventTypes()).containsExactly("fan_*");
        assertThat(shown.creationTimestamp()).isEqualTo(ProjectionUnderTest.START);
        assertThat(shown.secretTimestamp()).isEqualTo(ProjectionUnderTest.START.plusSeconds(3));
        replayedIsTheSame();
    }

    @Test
    void the_reason_of_a_disabling_is_shown_until_it_is_enabled_again() {
        webhooks.given(
                new WebhookMade(WEBHOOK, settings("https://a.example/", true), 1, null),
                new WebhookDisabled(WEBHOOK, WebhookFault.GONE, 40));
        assertThat(one().isEnabled()).isFalse();
        assertThat(Objects.requireNonNull(one().disabling()).position()).isEqualTo(40);
        webhooks.given(new WebhookChanged(WEBHOOK, settings("https://d.example/", true)));
        assertThat(one().isEnabled()).isTrue();
        assertThat(one().disabling()).isNull();
        assertThat(one().url()).isEqualTo("https://d.example/");
        replayedIsTheSame();
    }

    @Test
    void a_deleted_webhook_leaves_nothing_also_when_its_address_is_unreadable() {
        webhooks.given(
                new WebhookMade(OTHER, settings(null, true), 2, null),
                new WebhookChanged(OTHER, settings(null, false)),
                new WebhookMade(WEBHOOK, settings("https://a.example/", true), 1, null),
                new WebhookDeleted(WEBHOOK));
        assertThat(all()).isEmpty();
        assertThatThrownBy(this::one).isInstanceOf(Refusal.class);
        replayedIsTheSame();
    }

    private void replayedIsTheSame() {
        try (var again = webhooks.replayed()) {
            assertThat(again.checksums()).isEqualTo(webhooks.checksums());
        }
    }

    private List<Webhook> all() {
        return webhooks.read(documents -> webhooks.projection().find(new FindWebhooks(7), documents));
    }

    private Webhook one() {
        return webhooks.read(documents -> webhooks.projection().find(new FindWebhook(7, "w"), documents));
    }

    private static WebhookSettings settings(@Nullable String url, boolean isEnabled) {
        return new WebhookSettings(url, List.of("fan_*"), url == null ? null : "ours", 100, isEnabled, null);
    }
}
