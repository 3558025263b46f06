package encore.api.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.explanations.Explanation;
import encore.kernel.requirements.explanations.Explanation.Cause;
import encore.kernel.requirements.explanations.Explanation.ConditionState;
import encore.kernel.requirements.explanations.Explanation.ExplainedRequirement;
import encore.kernel.requirements.explanations.Explanation.Gift;
import encore.kernel.requirements.explanations.Explanation.GivenBy;
import encore.kernel.requirements.explanations.Explanation.Part;
import encore.kernel.requirements.explanations.ExplanationExplainedRuleBuilder;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainQuest;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainReward;
import encore.kernel.rewards.RewardId;
import encore.kernel.time.AsOf;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExplanationsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ExplanationsController.class);

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static final Instant EARLIER = Instant.parse("2019-07-06T20:15:00Z");

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void a_completion_and_a_missing_reward() {
        backend.on(
                        ExplainQuest.class,
                        query -> Explanation.given(
                                42,
                                new Gift(9, NOON, NOON, null, GivenBy.RULE, "automation:x", "CompleteQuest", null),
                                rule().questType(QuestType.CAMPAIGN)
                                        .deedsFrom(NOON)
                                        .build(),
                                List.of(new Cause(
                                        8,
                                        NOON,
                                        Part.DEED,
                                        "activity_recorded",
                                        "activity.7.a",
                                        "key:k",
                                        "RecordActivity",
                                        EARLIER))))
                .on(
                        ExplainReward.class,
                        query -> Explanation.missing(
                                42,
                                null,
                                rule().requirement(new ExplainedRequirement("discs", 50L, List.of(), null))
                                        .expirationTimestamp(NOON)
                                        .rewardLimit(3L)
                                        .build(),
                                List.of(
                                        ConditionState.of(Part.REQUIREMENT, false, "The fan has 20 points of 50."),
                                        ConditionState.since(Part.LOGIN, 3, NOON, "There was a session."))));
    }

    private static ExplanationExplainedRuleBuilder rule() {
        return ExplanationExplainedRuleBuilder.builder()
                .position(5)
                .time(NOON)
                .actor("key:k")
                .builder();
    }

    @Test
    void a_completion_is_explained() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/quests/100/fans/42/explain?as_of=12")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"fan_id": 42, "is_given": true, "conditions": [],
                         "gift": {"position": 9, "time": 1772366400, "time_iso": "2026-03-01T12:00:00Z", "number": null,
                                  "given_by": "rule", "actor": "automation:x"},
                         "rule": {"position": 5, "requirement": null, "quest_type": "campaign", "deeds_from": 1772366400},
                         "causes": [{"position": 8, "part": "deed", "type": "activity_recorded", "actor": "key:k",
                                     "time_iso": "2026-03-01T12:00:00Z", "effective_at_iso": "2019-07-06T20:15:00Z"}]}""")
                .jsonPath("$.gift.effective_at_iso")
                .doesNotExist();
        ExplainQuest asked = (ExplainQuest) backend.asked.getFirst();
        assertThat(asked.quest()).isEqualTo(new QuestId(7, 100));
        assertThat(asked.fanId()).isEqualTo(42);
        assertThat(asked.asOf()).isEqualTo(AsOf.of(12));
    }

    @Test
    void the_unmet_conditions_of_a_reward_are_listed() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/rewards/cap/fans/42/explain")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"is_given": false, "gift": null, "causes": [],
                         "rule": {"requirement": {"point_uid": "discs", "points_required": 50}, "reward_limit": 3},
                         "conditions": [
                           {"part": "requirement", "is_met": false, "position": null, "reason": "The fan has 20 points of 50."},
                           {"part": "login", "is_met": true, "position": 3, "time": 1772366400}]}""");
        assertThat(((ExplainReward) backend.asked.getFirst()).reward()).isEqualTo(new RewardId(7, "cap"));
    }

    @Test
    void an_unknown_reward_is_a_404_and_a_wrong_moment_a_400() {
        backend.on(ExplainReward.class, query -> {
            throw Refusal.unknown("There is no such quest or reward.");
        });
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/rewards/none/fans/42/explain")
                .exchange()
                .expectStatus()
                .isNotFound();
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/quests/100/fans/42/explain?as_of=soon")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("as_of");
    }
}
