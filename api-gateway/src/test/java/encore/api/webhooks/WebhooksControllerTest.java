package encore.api.webhooks;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.webhooks.MadeSecret;
import encore.kernel.webhooks.TestedWebhook;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.Webhook.Disabling;
import encore.kernel.webhooks.WebhookCommand.ChangeWebhook;
import encore.kernel.webhooks.WebhookCommand.DeleteWebhook;
import encore.kernel.webhooks.WebhookCommand.MakeWebhook;
import encore.kernel.webhooks.WebhookCommand.ReadWebhookSecret;
import encore.kernel.webhooks.WebhookCommand.RotateWebhookSecret;
import encore.kernel.webhooks.WebhookCommand.TestWebhook;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.kernel.webhooks.WebhookSecret;
import encore.kernel.webhooks.WebhookUid;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

class WebhooksControllerTest {

    private static final String ALL = "/api/v1/manage/webhooks";
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final Disabling NEVER = null;
    private static final Webhook OURS =
            new Webhook("w", "https://a.example/", List.of("fan_*"), "ours", 12, 100, true, false, NEVER, AT, AT);

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(WebhooksController.class, WebhookSecrecy.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_webhook() {
        backend.sent.clear();
        backend.on(FindWebhooks.class, query -> List.of(OURS))
                .on(FindWebhook.class, query -> OURS)
                .on(FindLiveEvents.class, query -> new LiveEvents(List.of(), 40, false))
                .on(
                        MakeWebhook.class,
                        command -> new MadeSecret(command.webhook().uid(), 1))
                .on(RotateWebhookSecret.class, command -> new MadeSecret("w", 2))
                .on(ReadWebhookSecret.class, command -> new WebhookSecret("w", "whsec_" + command.generation()))
                .on(ChangeWebhook.class, command -> new WebhookUid("w"))
                .on(DeleteWebhook.class, command -> new WebhookUid("w"))
                .on(TestWebhook.class, command -> new TestedWebhook("m", false, 500, "status", 12));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_form_makes_one_and_shows_the_secret_once() {
        client.post()
                .uri(ALL)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("url=https://a.example/&event_types=fan_*&event_types=points_awarded&after=12")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"webhook_uid\": \"w\", \"secret\": \"whsec_1\", \"after\": 12, \"max_per_second\": 100}");
        MakeWebhook made = (MakeWebhook) backend.sent.getFirst();
        assertThat(made.after()).isEqualTo(12);
        assertThat(made.settings().url()).isEqualTo("https://a.example/");
        assertThat(made.settings().eventTypes()).containsExactly("fan_*", "points_awarded");
        assertThat(made.settings().maxPerSecond()).isEqualTo(100);
        assertThat(made.settings().isEnabled()).isTrue();
        client.get()
                .uri(ALL)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].secret")
                .doesNotExist();
    }

    @Test
    void json_changes_and_rotates_one() {
        client.post()
                .uri(ALL + "/w")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"description\": \"\", \"is_enabled\": false, \"event_types\": [\"*\"]}")
                .exchange()
                .expectStatus()
                .isOk();
        ChangeWebhook changed = (ChangeWebhook) backend.sent.getFirst();
        assertThat(changed.webhook()).isEqualTo(new WebhookId(7, "w"));
        assertThat(changed.changes().url()).isNull();
        assertThat(changed.changes().description()).isEmpty();
        assertThat(changed.changes().eventTypes()).containsExactly("*");
        assertThat(changed.changes().isEnabled()).isFalse();
        client.post()
                .uri(ALL + "/w/rotate_secret")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"overlap_hours\": 0}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.secret")
                .isEqualTo("whsec_2");
        assertThat(backend.sent).contains(new RotateWebhookSecret(new WebhookId(7, "w"), 0));
        client.post().uri(ALL + "/w/rotate_secret").exchange().expectStatus().isOk();
        assertThat(backend.sent).contains(new RotateWebhookSecret(new WebhookId(7, "w"), 24));
    }

    @Test
    void a_test_answers_how_the_endpoint_took_it_and_a_webhook_is_deleted() {
        client.post()
                .uri(ALL + "/w/test")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"message_id\": \"m\", \"is_delivered\": false, \"status\": 500, \"failure\": \"status\"}");
        client.delete()
                .uri(ALL + "/w")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }

    @ParameterizedTest
    @CsvSource({
        "'', url",
        "url=, url",
        "url=ftp://a.example/, url",
        "url=http://a.example/, url",
        "url=https://user:word@a.example/, url",
        "url=https://a.example/&after=-1, after",
        "url=https://a.example/&max_per_second=0, max_per_second",
        "url=https://a.example/&max_per_second=1001, max_per_second",
        "url=https://a.example/&event_types=Fan*, event_types[0]",
        "url=https://a.example/&is_enabled=perhaps, is_enabled"
    })
    void wrong_input_is_named(String form, String field) {
        naming(
                client.post()
                        .uri(ALL)
                        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                        .bodyValue(form)
                        .exchange()
                        .expectStatus(),
                field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void an_overlap_is_a_week_at_most() {
        naming(
                client.post()
                        .uri(ALL + "/w/rotate_secret?overlap_hours=169")
                        .exchange()
                        .expectStatus(),
                "overlap_hours");
    }
}
