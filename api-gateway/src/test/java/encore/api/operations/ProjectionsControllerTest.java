package encore.api.operations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.journal.OperationJournal;
import encore.kernel.operations.ComparisonLine;
import encore.kernel.operations.ComparisonLine.ComparisonEnd;
import encore.kernel.operations.ComparisonLine.ComparisonSummary;
import encore.kernel.operations.ComparisonLine.DocumentDifference;
import encore.kernel.operations.ComparisonPage;
import encore.kernel.operations.DeadLetter;
import encore.kernel.operations.DeadLetterOutcome;
import encore.kernel.operations.LabelledOperation;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationsQuery.DiscardDeadLetter;
import encore.kernel.operations.OperationsQuery.FindDeadLetters;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.operations.OperationsQuery.FindProjectionNames;
import encore.kernel.operations.OperationsQuery.FindProjections;
import encore.kernel.operations.OperationsQuery.JournalFilter;
import encore.kernel.operations.OperationsQuery.Period;
import encore.kernel.operations.OperationsQuery.RebuildProjection;
import encore.kernel.operations.OperationsQuery.RetryDeadLetter;
import encore.kernel.operations.OperationsQuery.RollBackProjection;
import encore.kernel.operations.OperationsQuery.SwitchProjection;
import encore.kernel.operations.ProjectionVersion;
import encore.kernel.operations.ProjectionVersionBuilder;
import encore.kernel.operations.RecordedOperation;
import encore.kernel.operations.SelectedVersion;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.json.JsonMapper;

class ProjectionsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            ProjectionsController.class,
            DeadLettersController.class,
            OperationsController.class,
            OperationJournal.class);

    private static final String PATH = "/api/v1/manage/projections";

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();
    private final WebTestClient operator = GATEWAY.operator();

    @BeforeEach
    void forget() {
        backend.on(RecordOperation.class, order -> new RecordedOperation(order.id()));
        backend.on(FindProjectionNames.class, query -> List.of("boards"));
        backend.on(FindProjections.class, query -> List.of(version("boards", 1, true), version("boards", 2, false)));
    }

    @Test
    void each_version_says_how_far_it_is_and_what_it_holds() {
        client.get()
                .uri(PATH)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].name")
                .isEqualTo("boards")
                .jsonPath("$[0].serves")
                .isEqualTo(true)
                .jsonPath("$[1].version")
                .isEqualTo(2)
                .jsonPath("$[1].remaining_seconds")
                .isEqualTo(9)
                .jsonPath("$[1].is_waiting")
                .isEqualTo(true)
                .jsonPath("$[1].collections[0].checksum")
                .isEqualTo("ab");
    }

    @Test
    void orders_name_the_projection_in_the_path() {
        backend.on(RebuildProjection.class, order -> new SelectedVersion(order.name(), 2))
                .on(SwitchProjection.class, order -> new SelectedVersion(order.name(), 2))
                .on(RollBackProjection.class, order -> new SelectedVersion(order.name(), 1));
        post("/boards/rebuild", "").json("{\"name\": \"boards\", \"version\": 2}");
        post("/boards/switch", "version=2").json("{\"version\": 2}");
        post("/boards/switch", "").json("{\"version\": 2}");
        post("/boards/rollback", "").json("{\"version\": 1}");
        assertThat(backend.asked)
                .filteredOn(query -> !(query instanceof FindProjectionNames))
                .isEqualTo(List.of(
                        new RebuildProjection(0, "boards"),
                        new SwitchProjection(0, "boards", 2),
                        new SwitchProjection(0, "boards", null),
                        new RollBackProjection(0, "boards")));
        assertThat(backend.sent)
                .extracting(sent -> ((RecordOperation) sent).operation() + " " + ((RecordOperation) sent).target())
                .containsExactly(
                        "RebuildProjection boards",
                        "SwitchProjection boards 2",
                        "SwitchProjection boards",
                        "RollBackProjection boards");
        assertThat(backend.sent)
                .allSatisfy(
                        sent -> assertThat(((RecordOperation) sent).request()).isEqualTo("call-1"));
    }

    @Test
    void an_accounts_key_orders_nothing_of_the_installation() {
        for (String order : List.of("rebuild", "switch", "rollback")) {
            client.post()
                    .uri(PATH + "/boards/" + order)
                    .exchange()
                    .expectStatus()
                    .isForbidden();
        }
        assertThat(backend.asked).isEmpty();
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void the_operator_sees_what_an_account_sees_and_the_letters_of_all() {
        backend.on(FindDeadLetters.class, query -> new Page<>(List.of(), null, null, false, 0))
                .on(
                        FindOperations.class,
                        query -> new Page<>(
                                List.of(new LabelledOperation(
                                        new Operation(
                                                17,
                                                Instant.ofEpochSecond(3),
                                                7,
                                                "key:k",
                                                "IssueKey",
                                                "other",
                                                "request-1"),
                                        "web")),
                                "17",
                                "17",
                                true,
                                20));
        operator.get().uri(PATH).exchange().expectStatus().isOk();
        operator.get()
                .uri("/api/v1/manage/dead_letters")
                .exchange()
                .expectStatus()
                .isOk();
        operator.get()
                .uri("/api/v1/manage/operations?limit=1&next_operation_key=18")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"page_size": 1, "next_operation_key": "17", "count": 1},
                         "data": [{"position": 17, "at": 3, "account_id": 7, "actor": "key:k", "operation": "IssueKey",
                                   "target": "other", "request_id": "request-1", "actor_label": "web"}]}""");
        client.get().uri("/api/v1/manage/operations").exchange().expectStatus().isOk();
        assertThat(backend.asked)
                .contains(
                        new FindProjections(0),
                        new FindDeadLetters(0, null, new NextKey(null, 500)),
                        new FindOperations(0, JournalFilter.ALL, new NextKey("18", 1)),
                        new FindOperations(7, JournalFilter.ALL, new NextKey(null, 100)));
        GATEWAY.anybody()
                .get()
                .uri(PATH)
                .header("Authorization", "Bearer a-guess")
                .exchange()
                .expectStatus()
                .isForbidden();
    }

    @Test
    void a_version_that_is_no_number_is_refused() {
        operator.post()
                .uri(PATH + "/boards/switch")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"version\": \"new\"}")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("version");
    }

    @Test
    void the_journal_is_searched_by_actor_operation_and_time() {
        backend.on(FindOperations.class, query -> new Page<>(List.of(), null, null, false, 0));
        client.get()
                .uri("/api/v1/manage/operations?actor=key:k&operation=IssueKey&start_timestamp=3&end_timestamp=5")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked)
                .contains(new FindOperations(
                        7,
                        new JournalFilter(
                                "key:k", "IssueKey", new Period(Instant.ofEpochSecond(3), Instant.ofEpochSecond(5))),
                        new NextKey(null, 100)));
        client.get()
                .uri("/api/v1/manage/operations?start_timestamp=5&end_timestamp=3")
                .exchange()
                .expectStatus()
                .isBadRequest();
    }

    @Test
    void the_journal_is_exported_whole_as_csv_and_the_export_is_an_entry() {
        backend.on(RecordOperation.class, order -> new RecordedOperation(order.id()))
                .on(
                        FindOperations.class,
                        query -> query.paging().after() == null
                                ? new Page<>(List.of(entry(17, "=cmd()")), "17", "17", true, 20)
                                : new Page<>(List.of(entry(16, "a,b")), "16", "16", false, 20));
        String csv = client.get()
                .uri("/api/v1/manage/operations/export?operation=IssueKey")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Content-Disposition", "attachment; filename=\"operations.csv\"")
                .expectHeader()
                .contentTypeCompatibleWith("text/csv")
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(csv)
                .isEqualTo("position,at,account_id,actor,operation,target,request_id,actor_label\r\n"
                        + "17,1970-01-01T00:00:03Z,7,key:k,IssueKey,'=cmd(),request-1,\r\n"
                        + "16,1970-01-01T00:00:03Z,7,key:k,IssueKey,\"a,b\",request-1,\r\n");
        assertThat(backend.sent)
                .singleElement()
                .isInstanceOfSatisfying(
                        RecordOperation.class,
                        order -> assertThat(order.operation()).isEqualTo("ExportOperations"));
        client.get()
                .uri("/api/v1/manage/operations/export?start_timestamp=5&end_timestamp=3")
                .exchange()
                .expectStatus()
                .isBadRequest();
    }

    private static LabelledOperation entry(long position, String target) {
        return new LabelledOperation(
                new Operation(position, Instant.ofEpochSecond(3), 7, "key:k", "IssueKey", target, "request-1"), null);
    }

    @Test
    void an_unknown_projection_is_a_404_and_no_entry_of_the_journal() {
        operator.post().uri(PATH + "/none/rebuild").exchange().expectStatus().isNotFound();
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_comparison_is_read_part_by_part_and_ends_with_a_line_that_says_so() {
        var changed = JsonMapper.shared().readTree("{\"account\": 7, \"pointUid\": \"cd\"}");
        backend.on(
                FindDifferences.class,
                query -> query.after() == null
                        ? new ComparisonPage(
                                List.of(
                                        new ComparisonSummary("compared", "boards", 1, 2, 17, false, 500, 900),
                                        new DocumentDifference(
                                                "difference",
                                                "kinds",
                                                "7.cd",
                                                ComparisonLine.Kind.ONLY_SERVING,
                                                List.of(),
                                                changed,
                                                null)),
                                "kinds/7.cd")
                        : new ComparisonPage(
                                List.of(
                                        new ComparisonSummary("compared", "boards", 1, 2, 19, false, 400, 900),
                                        new ComparisonEnd("end")),
                                null));
        byte[] body = client.get()
                .uri(PATH + "/boards/compare")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType("application/x-ndjson")
                .expectBody()
                .returnResult()
                .getResponseBody();
        List<String> lines = new String(body, StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).contains("\"line\":\"compared\"", "\"documents\":500");
        assertThat(lines.get(1)).contains("\"kind\":\"only_serving\"", "\"pointUid\":\"cd\"");
        assertThat(lines.get(2)).contains("\"position\":19");
        assertThat(lines.get(3)).isEqualTo("{\"line\":\"end\"}");
        assertThat(backend.asked).contains(new FindDifferences(7, "boards", "kinds/7.cd"));
    }

    @Test
    void dead_letters_of_all_projections_are_listed_retried_and_discarded() {
        backend.on(
                        FindDeadLetters.class,
                        query -> new Page<>(
                                List.of(new DeadLetter("boards", 17, "ledger.7.42.cd", "ArithmeticException", 2)),
                                "boards.17",
                                "boards.17",
                                false,
                                0))
                .on(RetryDeadLetter.class, order -> new DeadLetterOutcome(order.name(), order.position(), true))
                .on(DiscardDeadLetter.class, order -> new DeadLetterOutcome(order.name(), order.position(), false));
        client.get()
                .uri("/api/v1/manage/dead_letters")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        [{"projection": "boards", "position": 17, "stream": "ledger.7.42.cd",
                          "cause": "ArithmeticException", "attempts": 2}]""");
        assertThat(backend.asked).contains(new FindDeadLetters(7, null, new NextKey(null, 500)));
        letters("/retry").json("{\"position\": 17, \"applied\": true}");
        letters("/discard").json("{\"position\": 17, \"applied\": false}");
    }

    private WebTestClient.BodyContentSpec post(String path, String form) {
        return operator.post()
                .uri(PATH + path)
                .header("X-Request-Id", "call-1")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(form)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody();
    }

    private WebTestClient.BodyContentSpec letters(String path) {
        return client.post()
                .uri("/api/v1/manage/dead_letters" + path)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("projection=boards&position=17")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody();
    }

    private static ProjectionVersion version(String name, int number, boolean serves) {
        return ProjectionVersionBuilder.builder()
                .name(name)
                .version(number)
                .serves(serves)
                .position(17)
                .lag(serves ? 0 : 90)
                .rate(10)
                .isWaiting(!serves)
                .documents(3)
                .checksum("cd")
                .collections(List.of(new ProjectionVersion.CollectionChecksum("kinds", 3, "ab")))
                .deadLetters(0)
                .remainingSeconds(serves ? null : 9L)
                .bytes(4_096L)
                .build();
    }
}
