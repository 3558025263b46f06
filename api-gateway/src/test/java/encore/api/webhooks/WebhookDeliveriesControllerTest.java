package encore.api.webhooks;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.problems.Ids;
import encore.kernel.Refusal;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.webhooks.WebhookCommand.AskWebhookReplay;
import encore.kernel.webhooks.WebhookCommand.DiscardWebhookDeadLetter;
import encore.kernel.webhooks.WebhookCommand.RetryWebhookDeadLetter;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookUid;
import encore.kernel.webhooks.deliveries.ReplaySize;
import encore.kernel.webhooks.deliveries.SentHeader;
import encore.kernel.webhooks.deliveries.SentMessage;
import encore.kernel.webhooks.deliveries.WebhookAttempt;
import encore.kernel.webhooks.deliveries.WebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindReplaySize;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindSentMessage;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookAttempts;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetters;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookReplays;
import encore.kernel.webhooks.deliveries.WebhookReplay;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class WebhookDeliveriesControllerTest {

    private static final WebhookId OURS = new WebhookId(7, "w1");
    private static final String PATH = "/api/v1/manage/webhooks/w1";
    private static final Instant TIME = Instant.parse("2026-05-01T20:00:00Z");
    private static final WebhookDeadLetter LETTER = new WebhookDeadLetter("id-0", 12, "status", 400, 9, TIME);

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(WebhookDeliveriesController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_webhook() {
        backend.sent.clear();
        backend.asked.clear();
        var attempt = new WebhookAttempt("3.0", "id-0", 12, 400, "status", 31, false, TIME);
        backend.on(FindWebhookAttempts.class, query -> new Page<>(List.of(attempt), "4.0", "4.0", true, 0))
                .on(FindWebhookDeadLetters.class, query -> new Page<>(List.of(LETTER), "id-0", "id-0", false, 0))
                .on(FindWebhookDeadLetter.class, query -> {
                    if (!query.messageId().equals("id-0")) {
                        throw Refusal.unknownId("message_id");
                    }
                    return LETTER;
                })
                .on(FindLiveEvents.class, query -> new LiveEvents(List.of(), 12, false))
                .on(FindWebhookReplays.class, query -> List.of(new WebhookReplay("r", 3, 9, List.of("fan_*"))))
                .on(
                        FindSentMessage.class,
                        query -> new SentMessage(
                                query.attemptKey(), List.of(new SentHeader("webhook-id", "id-0")), "{}"))
                .on(FindReplaySize.class, query -> new ReplaySize(5, true))
                .on(RetryWebhookDeadLetter.class, command -> new WebhookUid("w1"))
                .on(DiscardWebhookDeadLetter.class, command -> new WebhookUid("w1"))
                .on(AskWebhookReplay.class, command -> new WebhookUid("w1"));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void attempts_are_listed_by_pages() {
        client.get()
                .uri(PATH + "/attempts?next_attempt_key=9.3")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.meta.next_attempt_key")
                .isEqualTo("4.0")
                .jsonPath("$.data[0].message_id")
                .isEqualTo("id-0")
                .jsonPath("$.data[0].duration_ms")
                .isEqualTo(31)
                .jsonPath("$.data[0].is_replay")
                .isEqualTo(false);
        assertThat(backend.asked).contains(new FindWebhookAttempts(OURS, new NextKey("9.3", 500)));
        naming(
                client.get()
                        .uri(PATH + "/attempts?next_attempt_key=x")
                        .exchange()
                        .expectStatus(),
                "next_attempt_key");
    }

    @Test
    void the_message_of_an_attempt_is_found_by_its_key() {
        client.get()
                .uri(PATH + "/attempts/3.0")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"attempt_key": "3.0", "headers": [{"name": "webhook-id", "value": "id-0"}], "body": "{}"}""");
        assertThat(backend.asked).contains(new FindSentMessage(OURS, "3.0"));
        client.get().uri(PATH + "/attempts/3.x").exchange().expectStatus().isNotFound();
    }

    @Test
    void a_replay_is_counted_before_it_is_asked_for() {
        client.get()
                .uri(PATH + "/replays/size?after=3&event_types=fan_*")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"event_count\": 5, \"is_at_least\": true}");
        assertThat(backend.asked).contains(new FindReplaySize(OURS, 3, Ids.HIGHEST, List.of("fan_*")));
        naming(
                client.get()
                        .uri(PATH + "/replays/size?after=9&until=3")
                        .exchange()
                        .expectStatus(),
                "until");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void dead_letters_and_replays_are_listed() {
        client.get()
                .uri(PATH + "/dead_letters")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].message_id")
                .isEqualTo("id-0")
                .jsonPath("$[0].attempts")
                .isEqualTo(9);
        client.get()
                .uri(PATH + "/replays")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"replay_uid\": \"r\", \"after\": 3, \"until\": 9, \"event_types\": [\"fan_*\"]}]");
    }

    @Test
    void a_dead_letter_is_retried_by_a_form_or_discarded_by_json_and_an_unknown_one_is_named() {
        form("/dead_letters/retry", "message_id=id-0").isOk();
        json("/dead_letters/discard", "{\"message_id\": \"id-0\"}").isOk();
        assertThat(backend.sent)
                .containsExactly(new RetryWebhookDeadLetter(OURS, "id-0"), new DiscardWebhookDeadLetter(OURS, "id-0"));
        naming(form("/dead_letters/retry", "message_id=another"), "message_id");
        naming(form("/dead_letters/discard", ""), "message_id");
        assertThat(backend.sent).hasSize(2);
    }

    @Test
    void a_replay_is_asked_for_with_its_range() {
        form("/replays", "after=3&until=9").isOk();
        json("/replays", "{\"after\": 3, \"event_types\": [\"fan_*\"]}").isOk();
        var first = (AskWebhookReplay) backend.sent.getFirst();
        assertThat(first).isEqualTo(new AskWebhookReplay(OURS, first.replayUid(), 3, 9, List.of()));
        assertThat(((AskWebhookReplay) backend.sent.getLast()).eventTypes()).containsExactly("fan_*");
        naming(form("/replays", "until=9"), "after");
        naming(form("/replays", "after=9&until=3"), "until");
        naming(form("/replays", "after=9&event_types=Fan"), "event_types[0]");
        assertThat(backend.sent).hasSize(2);
    }

    private StatusAssertions form(String below, String form) {
        return client.post()
                .uri(PATH + below)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus();
    }

    private StatusAssertions json(String below, String json) {
        return client.post()
                .uri(PATH + below)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(json)
                .exchange()
                .expectStatus();
    }
}
