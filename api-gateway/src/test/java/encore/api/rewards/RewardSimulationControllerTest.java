package encore.api.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.api.simulation.SimulatedFans;
import encore.kernel.requirements.simulations.PlanCommand.PlanReward;
import encore.kernel.requirements.simulations.PlanCommand.PlanRewardChange;
import encore.kernel.requirements.simulations.SimulationLine.SimulationEnd;
import encore.kernel.requirements.simulations.SimulationPortion;
import encore.kernel.requirements.simulations.SimulationQuery.SimulateRule;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RewardSimulationControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(RewardSimulationController.class, SimulatedFans.class);

    private static final String PATH = "/api/v1/manage/rewards/simulate";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final RewardState STATE =
            new RewardState(9, RewardType.PRIZE_CODE, "discs", RewardDetails.NONE, 0, false);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void nobody() {
        backend.on(PlanReward.class, command -> STATE)
                .on(PlanRewardChange.class, command -> STATE)
                .on(
                        SimulateRule.class,
                        query -> new SimulationPortion(List.of(new SimulationEnd(0, 0, null)), 1, true, 20));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded |"
                        + " business_id=9&reward_title=A+cap&reward_type=prize_code&prize_codes=a,b&requirement_type=fan_points&fan_points_required=5&winner_selection_model=first&reward_limit=3",
                "application/json | {\"business_id\": 9, \"reward_title\": \"A cap\", \"reward_type\": \"prize_code\","
                        + " \"prize_codes\": \"a,b\", \"requirement_type\": \"fan_points\", \"fan_points_required\": 5,"
                        + " \"winner_selection_model\": \"first\", \"reward_limit\": 3}"
            })
    void a_new_reward_is_simulated_with_as_many_codes_as_are_given(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectHeader().contentType("application/x-ndjson");
        PlanReward sent = (PlanReward) backend.sent.getFirst();
        assertThat(sent.businessId()).isEqualTo(9);
        assertThat(sent.rewardType()).isEqualTo(RewardType.PRIZE_CODE);
        assertThat(sent.details().requirementType()).isEqualTo(RequirementType.FAN_POINTS);
        assertThat(sent.details().winnerSelectionModel()).isEqualTo(WinnerSelection.FIRST);
        SimulateRule asked = (SimulateRule) backend.asked.getFirst();
        assertThat(asked.rule().prizeCodes()).isEqualTo(2);
        assertThat(asked.rule().rewardState()).isEqualTo(STATE);
        assertThat(asked.rule().isExisting()).isFalse();
    }

    @Test
    void codes_are_counted_without_being_sent() {
        GATEWAY.post(PATH, FORM, "reward_uid=cap&prize_code_count=25000").isOk();
        assertThat(((SimulateRule) backend.asked.getFirst()).rule().prizeCodes())
                .isEqualTo(25_000);
    }

    @Test
    void a_cleared_expiration_clears_the_timezone() {
        GATEWAY.post(PATH, FORM, "reward_uid=cap&expiration_timestamp=&reward_limit=4")
                .isOk();
        PlanRewardChange sent = (PlanRewardChange) backend.sent.getFirst();
        assertThat(sent.reward()).isEqualTo(new RewardId(7, "cap"));
        assertThat(sent.change().given().rewardLimit()).isEqualTo(4);
        assertThat(sent.change().cleared()).containsExactlyInAnyOrder("expirationTimestamp", "timezone");
        assertThat(((SimulateRule) backend.asked.getFirst()).rule().isExisting())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reward_title=A&reward_type=badge | business_id",
                "business_id=9&reward_type=badge | reward_title",
                "business_id=9&reward_title=A | reward_type",
                "business_id=9&reward_title=A&reward_type=prize_code&prize_codes=a,b,a | prize_codes",
                "reward_uid=cap&prize_codes=a&prize_code_count=1 | prize_code_count",
                "reward_uid=cap&prize_code_count=100001 | prize_code_count",
                "reward_uid=cap&prize_code_count=-1 | prize_code_count",
                "business_id=9&reward_title=A&reward_type=badge&timezone=Mars/Base | timezone",
                "reward_uid=cap&from=yesterday | from"
            })
    void bad_input_is_named(String form, String field) {
        GatewayUnderTest.naming(GATEWAY.post(PATH, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }
}
