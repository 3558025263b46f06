package encore.api.quests;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.simulation.SimulatedFans;
import encore.kernel.Refusal;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuest;
import encore.kernel.requirements.simulations.PlanCommand.PlanQuestChange;
import encore.kernel.requirements.simulations.SimulationLine.Change;
import encore.kernel.requirements.simulations.SimulationLine.SimulatedFan;
import encore.kernel.requirements.simulations.SimulationLine.SimulationEnd;
import encore.kernel.requirements.simulations.SimulationPortion;
import encore.kernel.requirements.simulations.SimulationQuery.SimulateRule;
import encore.kernel.time.AsOf;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

class QuestSimulationControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(QuestSimulationController.class, SimulatedFans.class);

    private static final String PATH = "/api/v1/manage/quests/simulate";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final QuestState STATE = new QuestState(5, QuestType.CUSTOM, "discs", QuestDetails.NONE, false);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void two_portions() {
        backend.on(PlanQuest.class, command -> STATE)
                .on(PlanQuestChange.class, command -> STATE)
                .on(SimulateRule.class, query -> query.after() == 0 ? first() : last());
    }

    private static SimulationPortion first() {
        return new SimulationPortion(
                List.of(new SimulatedFan(42, 8, NOON, List.of(3L, 8L), Change.GAINED)), 1, false, 20);
    }

    private static SimulationPortion last() {
        return new SimulationPortion(List.of(new SimulationEnd(1, 10, null)), 2, true, 20);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | business_id=5&quest_title=Enter&quest_type=campaign&target_page_tab_id=9&from=4&as_of=20",
                "application/json | {\"business_id\": 5, \"quest_title\": \"Enter\", \"quest_type\": \"campaign\", \"target_page_tab_id\": 9, \"from\": \"4\", \"as_of\": \"20\"}"
            })
    void a_new_quest_is_simulated_line_by_line(String type, String body) {
        List<String> lines = lines(type, body);
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .contains("\"fan_id\":42", "\"position\":8", "\"causes\":[3,8]", "\"change\":\"gained\"")
                .contains("\"time\":1772366400", "\"time_iso\":\"2026-03-01T12:00:00Z\"");
        assertThat(lines.getLast()).contains("\"fans\":1", "\"points\":10", "\"limit_reached_at\":null");
        PlanQuest sent = (PlanQuest) backend.sent.getFirst();
        assertThat(sent.businessId()).isEqualTo(5);
        assertThat(sent.questType()).isEqualTo(QuestType.CAMPAIGN);
        assertThat(sent.details().targetPageTabId()).isEqualTo(9);
        List<SimulateRule> asked =
                backend.asked.stream().map(SimulateRule.class::cast).toList();
        assertThat(asked).hasSize(2);
        assertThat(asked.getFirst().from()).isEqualTo(AsOf.of(4));
        assertThat(asked.getFirst().rule().isExisting()).isFalse();
        assertThat(asked.getFirst().rule().questState()).isEqualTo(STATE);
        assertThat(asked.getLast().run()).isEqualTo(asked.getFirst().run());
        assertThat(asked.getLast().after()).isEqualTo(1);
        assertThat(asked.getLast().asOf()).isEqualTo(AsOf.of(20));
    }

    @Test
    void changes_of_a_quest_are_given_and_cleared() {
        lines(FORM, "page_tab_id=100&access_restriction_type=tag&tag_name=vip&end_date=&is_disabled=false");
        PlanQuestChange sent = (PlanQuestChange) backend.sent.getFirst();
        assertThat(sent.quest()).isEqualTo(new QuestId(7, 100));
        assertThat(sent.change().given().accessRestrictionType()).isEqualTo(AccessRestriction.TAG);
        assertThat(sent.change().given().tagName()).isEqualTo("vip");
        assertThat(sent.change().given().isDisabled()).isFalse();
        assertThat(sent.change().cleared()).containsExactly("endDate");
        SimulateRule asked = (SimulateRule) backend.asked.getFirst();
        assertThat(asked.rule().isExisting()).isTrue();
        assertThat(asked.from()).isNull();
        assertThat(asked.asOf()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "quest_title=A&quest_type=custom, business_id",
        "business_id=5&quest_type=custom, quest_title",
        "business_id=5&quest_title=A, quest_type",
        "business_id=5&quest_title=A&quest_type=walk, quest_type",
        "business_id=5&quest_title=A&quest_type=custom&from=soon, from",
        "business_id=5&quest_title=A&quest_type=custom&as_of=-1, as_of",
        "business_id=5&quest_title=A&quest_type=custom&fan_points_reward=10000001, fan_points_reward",
        "page_tab_id=0, page_tab_id"
    })
    void bad_input_is_named(String form, String field) {
        GatewayUnderTest.naming(GATEWAY.post(PATH, FORM, form), field);
        assertThat(backend.sent).isEmpty();
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_node_that_works_on_another_simulation_is_a_503_at_first_and_waited_for_later() {
        backend.on(SimulateRule.class, query -> running());
        GATEWAY.post(PATH, FORM, "page_tab_id=100")
                .isEqualTo(503)
                .expectBody()
                .jsonPath("$.type")
                .value(type -> assertThat(String.valueOf(type)).endsWith("/simulation-running"));
        AtomicInteger later = new AtomicInteger();
        backend.on(SimulateRule.class, query -> {
            if (query.after() == 0) {
                return first();
            }
            return later.incrementAndGet() < 3 ? running() : last();
        });
        assertThat(lines(FORM, "page_tab_id=100")).hasSize(2);
        assertThat(later).hasValue(3);
    }

    private static Mono<SimulationPortion> running() {
        return Mono.error(new Refusal(Refusal.Kind.UNAVAILABLE, "simulation-running", "Try again later."));
    }

    private List<String> lines(String type, String body) {
        byte[] answer = GATEWAY.post(PATH, type, body)
                .isOk()
                .expectHeader()
                .contentType("application/x-ndjson")
                .expectBody()
                .returnResult()
                .getResponseBody();
        return new String(Objects.requireNonNull(answer), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}
