package encore.api.completions;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuestByCall;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.CompletionMap;
import encore.kernel.completions.CompletionQuery.FindCompletionMap;
import encore.kernel.completions.CompletionQuery.FindFanQuests;
import encore.kernel.completions.FanQuest;
import encore.kernel.completions.FanQuestStatus;
import encore.kernel.quests.QuestType;
import encore.kernel.time.AsOf;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

class CompletionsControllerTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String COMPLETE = "/api/v1/ent/businesses/5/quests/900/fans/42/complete";
    private static final String MAP = "/api/v1/ent/businesses/5/quests/fans/42/complete";
    private static final String STATUSES = "/api/v1/manage/fans/42/quests";

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(CompletionsController.class, ManagedFanQuestsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void a_quest() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(CompleteQuestByCall.class, command -> new CompletedQuest(17L))
                .on(FindCompletionMap.class, query -> new CompletionMap(new LinkedHashMap<>(Map.of(900L, true))))
                .on(
                        FindFanQuests.class,
                        query -> List.of(new FanQuest(
                                900,
                                "Be there",
                                QuestType.SCAN,
                                null,
                                FanQuestStatus.LOCKED,
                                "The fan has fewer than 50 points.",
                                null,
                                null)));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {FORM + " | lookup_id=w1", "application/json | {\"lookup_id\": \"w1\"}"})
    void a_quest_is_completed_with_a_wristband(String type, String body) {
        GATEWAY.post(COMPLETE, type, body).isOk().expectBody().json("{\"activity_id\": 17}");
        var command = (CompleteQuestByCall) backend.sent.getLast();
        assertThat(command.completion()).isEqualTo(new CompletionId(7, 900, 42));
        assertThat(command.businessId()).isEqualTo(5);
        assertThat(command.lookupId()).isEqualTo("w1");
        assertThat(List.of(
                        command.uids().activityUid(),
                        command.uids().pointsUid(),
                        command.uids().fanPointUid()))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "lookup_id=", "lookup_id=+"})
    void a_blank_wristband_is_none(String body) {
        GATEWAY.post(COMPLETE, FORM, body).isOk();
        assertThat(((CompleteQuestByCall) backend.sent.getLast()).lookupId()).isNull();
    }

    @Test
    void a_wristband_that_is_too_long_is_refused() {
        GatewayUnderTest.naming(GATEWAY.post(COMPLETE, FORM, "lookup_id=" + "w".repeat(256)), "lookup_id");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_refusal_names_its_parameter() {
        backend.on(CompleteQuestByCall.class, command -> {
            throw new Refusal(Refusal.Kind.RULE, "quest-locked", "page_tab_id", "The fan does not meet it.");
        });
        GatewayUnderTest.naming(GATEWAY.post(COMPLETE, FORM, ""), "page_tab_id");
    }

    @Test
    void ids_that_are_no_numbers_are_unknown() {
        GATEWAY.post("/api/v1/ent/businesses/5/quests/nine/fans/42/complete", FORM, "")
                .isNotFound();
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void the_map_is_found_by_page_tab_id() {
        get(MAP + "?performance_uid=perf&as_of=9")
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"900\": true}");
        assertThat(backend.asked.getLast()).isEqualTo(new FindCompletionMap(7, 5, 42, "perf", AsOf.of(9)));
        get(MAP).expectStatus().isOk();
        assertThat(backend.asked.getLast()).isEqualTo(new FindCompletionMap(7, 5, 42, null, null));
    }

    @Test
    void the_statuses_of_a_fan_are_listed_with_their_reasons() {
        get(STATUSES + "?business_id=5").expectStatus().isOk().expectBody().json("""
                [{"page_tab_id": 900, "quest_title": "Be there", "quest_type": "scan", "status": "locked",
                  "reason": "The fan has fewer than 50 points."}]""");
        var query = (FindFanQuests) backend.asked.getLast();
        assertThat(query.businessId()).isEqualTo(5);
        assertThat(query.fanId()).isEqualTo(42);
        assertThat(query.now()).isAfter(Instant.EPOCH);
        GatewayUnderTest.naming(get(STATUSES).expectStatus(), "business_id");
    }

    private static ResponseSpec get(String uri) {
        return GATEWAY.server().get().uri(uri).exchange();
    }
}
