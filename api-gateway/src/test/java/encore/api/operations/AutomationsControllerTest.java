package encore.api.operations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.journal.OperationJournal;
import encore.kernel.operations.AutomationStatus;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationsQuery.FindAutomations;
import encore.kernel.operations.OperationsQuery.PauseAutomation;
import encore.kernel.operations.OperationsQuery.ResumeAutomation;
import encore.kernel.operations.OperationsQuery.RetryAutomation;
import encore.kernel.operations.RecordedOperation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

class AutomationsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(AutomationsController.class, OperationJournal.class);

    private static final String PATH = "/api/v1/manage/automations";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();
    private final WebTestClient operator = GATEWAY.operator();

    @BeforeEach
    void answer() {
        backend.on(FindAutomations.class, query -> List.of(status(false)))
                .on(RecordOperation.class, order -> new RecordedOperation(order.id()));
    }

    @Test
    void each_says_how_far_it_is_and_what_holds_it_up() {
        backend.on(FindAutomations.class, query -> List.of(status(true)));
        client.get().uri(PATH).exchange().expectStatus().isOk().expectBody().json("""
                        [{"name": "WhenTested", "position": 12, "lag": 8, "outbox": 3, "delivered": 4, "refused": 1,
                          "dead_letters": 2, "timers": {"waiting": 5, "next_at": 9}, "paused": true, "owner": "node",
                          "letters": [{"position": 9, "ordinal": 1, "cause": "Fault", "attempts": 2, "timer": null}],
                          "refusals": [{"position": 5, "ordinal": 1, "command": "EndConnection", "reason": "not-so",
                                        "at": 3, "timer": "a@1970-01-01T00:00:02Z"}]}]
                        """);
    }

    @Test
    void orders_name_the_automation_in_the_path() {
        backend.on(PauseAutomation.class, order -> status(true))
                .on(ResumeAutomation.class, order -> status(false))
                .on(RetryAutomation.class, order -> status(false));
        post(operator, "/WhenTested/pause", "").jsonPath("$.paused").isEqualTo(true);
        post(operator, "/WhenTested/resume", "").jsonPath("$.paused").isEqualTo(false);
        post(client, "/WhenTested/retry", "position=9&ordinal=1");
        post(operator, "/WhenTested/retry", "position=9");
        post(client, "/WhenTested/retry", "position=9&timer=a@1970-01-01T00:00:02Z");
        assertThat(backend.asked)
                .filteredOn(query -> !(query instanceof FindAutomations))
                .isEqualTo(List.of(
                        new PauseAutomation(0, "WhenTested"),
                        new ResumeAutomation(0, "WhenTested"),
                        new RetryAutomation(7, "WhenTested", 9, 1, null),
                        new RetryAutomation(0, "WhenTested", 9, 0, null),
                        new RetryAutomation(7, "WhenTested", 9, 0, "a@1970-01-01T00:00:02Z")));
        assertThat(backend.sent)
                .extracting(sent -> ((RecordOperation) sent).operation() + " " + ((RecordOperation) sent).target())
                .containsExactly(
                        "PauseAutomation WhenTested",
                        "ResumeAutomation WhenTested",
                        "RetryAutomation WhenTested 9/1",
                        "RetryAutomation WhenTested 9/0",
                        "RetryAutomation WhenTested 9/0 of a timer");
    }

    @Test
    void an_accounts_key_neither_pauses_nor_resumes() {
        for (String order : List.of("pause", "resume")) {
            client.post()
                    .uri(PATH + "/WhenTested/" + order)
                    .exchange()
                    .expectStatus()
                    .isForbidden();
        }
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_retry_names_a_position() {
        client.post()
                .uri(PATH + "/WhenTested/retry")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"position\": 0}")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("position");
    }

    @Test
    void an_unknown_automation_is_a_404() {
        operator.post().uri(PATH + "/WhenNever/pause").exchange().expectStatus().isNotFound();
    }

    private static WebTestClient.BodyContentSpec post(WebTestClient caller, String path, String form) {
        return caller.post()
                .uri(PATH + path)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody();
    }

    private static AutomationStatus status(boolean paused) {
        return new AutomationStatus(
                "WhenTested",
                12,
                8,
                3,
                4,
                1,
                2,
                new AutomationStatus.WaitingTimers(5, Instant.ofEpochSecond(9)),
                null,
                paused,
                "node",
                List.of(new AutomationStatus.BlockedMessage(9, 1, "Fault", 2, null)),
                List.of(new AutomationStatus.RuleRefusal(
                        5, 1, "EndConnection", "not-so", Instant.ofEpochSecond(3), "a@1970-01-01T00:00:02Z")));
    }
}
