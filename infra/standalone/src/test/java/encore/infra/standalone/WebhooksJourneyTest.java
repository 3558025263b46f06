package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A webhook from its making to its end. */
class WebhooksJourneyTest extends Journey {

    private static final String ALL = "/api/v1/manage/webhooks";

    /** A request that the endpoint got. */
    private record Received(Headers headers, String body) {

        boolean isVerifiedBy(String secret) {
            HttpHeaders all = HttpHeaders.of(headers, (name, value) -> true);
            try {
                new Webhook(secret).verify(body, all);
                return true;
            } catch (WebhookVerificationException | EmptyWebhookSecretException wrong) {
                return false;
            }
        }
    }

    @Test
    void a_webhook_is_made_listed_changed_rotated_and_deleted() {
        Api.Answer answer = api.post(
                        ALL, "url", "https://hooks.example/fans", "event_types", "fan_*", "description", "CRM")
                .mustBe(200);
        JsonNode made = answer.body();
        String uid = made.get("webhook_uid").asString();
        assertThat(made.get("secret").asString()).startsWith("whsec_");
        assertThat(made.get("after").asLong()).isEqualTo(Long.parseLong(answer.header("Encore-Position")));
        assertThat(made.get("max_per_second").asInt()).isEqualTo(100);
        assertThat(made.get("is_enabled").asBoolean()).isTrue();

        String one = ALL + "/" + uid;
        JsonNode shown = api.get(one).mustBe(200).body();
        assertThat(shown.get("url").asString()).isEqualTo("https://hooks.example/fans");
        assertThat(shown.has("secret")).isFalse();
        assertThat(api.get(ALL).mustBe(200).body().get(0)).isEqualTo(shown);

        JsonNode changed = api.postJson(
                        one, "{\"description\":\"\",\"event_types\":[\"*\"],\"max_per_second\":5,\"is_enabled\":false}")
                .mustBe(200)
                .body();
        assertThat(changed.get("description").isNull()).isTrue();
        assertThat(changed.get("event_types").get(0).asString()).isEqualTo("*");
        assertThat(changed.get("max_per_second").asInt()).isEqualTo(5);
        assertThat(changed.get("is_enabled").asBoolean()).isFalse();
        assertThat(changed.get("url")).isEqualTo(shown.get("url"));

        JsonNode rotated = api.post(one + "/rotate_secret", "overlap_hours", 168)
                .mustBe(200)
                .body();
        assertThat(rotated.get("secret")).isNotEqualTo(made.get("secret"));
        assertThat(operations()).contains("MakeWebhook", "ChangeWebhook", "RotateWebhookSecret");

        assertThat(api.delete(one).mustBe(200).text()).isEqualTo("true");
        assertThat(api.get(ALL).mustBe(200).body()).isEmpty();
        for (Api.Answer gone : List.of(
                api.get(one),
                api.post(one, "max_per_second", 1),
                api.post(one + "/rotate_secret"),
                api.post(one + "/test"),
                api.delete(one))) {
            gone.mustBe(404);
        }
        assertThat(operations()).contains("DeleteWebhook");
    }

    @Test
    void a_repeat_under_the_same_key_answers_the_same_secret() {
        Api same = api.with("Idempotency-Key", "made-once");
        JsonNode first =
                same.post(ALL, "url", "https://hooks.example/").mustBe(200).body();
        assertThat(same.post(ALL, "url", "https://hooks.example/").mustBe(200).body())
                .isEqualTo(first);
        assertThat(api.get(ALL).mustBe(200).body()).hasSize(1);
    }

    @Test
    void wrong_input_is_named_and_changes_nothing() {
        String url = "https://hooks.example/";
        named("url", "description", "none");
        named("url", "url", "http://hooks.example/");
        named("url", "url", "https://user@hooks.example/");
        named("url", "url", "https://10.0.0.1/");
        named("url", "url", "https://[::ffff:10.0.0.1]/");
        named("event_types", "url", url, "event_types", "fun_*");
        named("event_types[0]", "url", url, "event_types", "*fan");
        named("after", "url", url, "after", "-1");
        named("after", "url", url, "after", "1000000000");
        named("max_per_second", "url", url, "max_per_second", "0");
        assertThat(api.get(ALL).mustBe(200).body()).isEmpty();
        String uid = api.made(ALL, "webhook_uid", "url", url);
        JsonNode late = api.post(ALL + "/" + uid + "/rotate_secret", "overlap_hours", 169)
                .mustBe(400)
                .body();
        assertThat(late.at("/errors/0/field").asString()).isEqualTo("overlap_hours");
    }

    @Test
    void an_account_has_twenty_and_sees_its_own_alone() {
        String uid = "";
        for (int i = 0; i < 20; i++) {
            uid = api.made(ALL, "webhook_uid", "url", "https://hooks.example/" + i);
        }
        named("url", "url", "https://hooks.example/21");
        api.delete(ALL + "/" + uid).mustBe(200);
        String last = api.made(ALL, "webhook_uid", "url", "https://hooks.example/21");

        Api other = encore().newAccount();
        assertThat(other.get(ALL).mustBe(200).body()).isEmpty();
        other.get(ALL + "/" + last).mustBe(404);
        other.post(ALL + "/" + last, "description", "ours").mustBe(404);
        other.post(ALL + "/" + last + "/test").mustBe(404);
        other.delete(ALL + "/" + last).mustBe(404);
        assertThat(api.get(ALL).mustBe(200).body()).hasSize(20);
    }

    @Test
    void a_test_message_is_signed_by_both_secrets_of_an_overlap(@TempDir Path data) throws Exception {
        BlockingQueue<Received> received = new LinkedBlockingQueue<>();
        HttpServer endpoint = endpoint(received);
        String url = "http://127.0.0.1:" + endpoint.getAddress().getPort() + "/hook";
        try (RunningEncore encore = RunningEncore.on(data, Map.of("encore.demo", "on"))) {
            Api staff = encore.newAccount();
            JsonNode made = staff.post(ALL, "url", url, "event_types", "fan_erased")
                    .mustBe(200)
                    .body();
            String one = ALL + "/" + made.get("webhook_uid").asString();
            String first = made.get("secret").asString();
            JsonNode tested = staff.post(one + "/test").mustBe(200).body();
            assertThat(tested.get("is_delivered").asBoolean()).isTrue();
            assertThat(tested.get("status").asInt()).isEqualTo(204);
            Received message = received.take();
            assertThat(message.headers().getFirst("webhook-id"))
                    .isEqualTo(tested.get("message_id").asString());
            assertThat(message.body()).contains("\"type\":\"webhook_test\"");
            assertThat(message.isVerifiedBy(first)).isTrue();

            String second = staff.post(one + "/rotate_secret", "overlap_hours", 1)
                    .mustBe(200)
                    .body()
                    .get("secret")
                    .asString();
            staff.post(one + "/test").mustBe(200);
            Received overlapping = received.take();
            assertThat(overlapping.isVerifiedBy(first)).isTrue();
            assertThat(overlapping.isVerifiedBy(second)).isTrue();

            String third = staff.post(one + "/rotate_secret", "overlap_hours", 0)
                    .mustBe(200)
                    .body()
                    .get("secret")
                    .asString();
            staff.post(one + "/test").mustBe(200);
            Received alone = received.take();
            assertThat(alone.isVerifiedBy(third)).isTrue();
            assertThat(alone.isVerifiedBy(first) || alone.isVerifiedBy(second)).isFalse();

            staff.post(one, "url", "https://10.0.0.1/").mustBe(400);
            staff.post(one + "/test").mustBe(200);
            assertThat(received.take().isVerifiedBy(third)).isTrue();
        } finally {
            endpoint.stop(0);
        }
        assertThat(received).isEmpty();
    }

    private void named(String field, Object... form) {
        JsonNode problem = api.post(ALL, form).mustBe(400).body();
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo(field);
    }

    private String operations() {
        return api.get("/api/v1/manage/operations").mustBe(200).text();
    }

    private static HttpServer endpoint(BlockingQueue<Received> received) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(exchange.getRequestHeaders(), body));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
