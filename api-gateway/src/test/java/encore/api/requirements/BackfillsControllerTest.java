package encore.api.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.quests.QuestId;
import encore.kernel.requirements.backfills.BackfillQuery.FindQuestBackfill;
import encore.kernel.requirements.backfills.BackfillQuery.FindRewardBackfill;
import encore.kernel.requirements.backfills.BackfillStatus;
import encore.kernel.requirements.backfills.BackfillStatus.State;
import encore.kernel.rewards.RewardId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BackfillsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(BackfillsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @Test
    void a_quest_is_asked_for_with_the_position_of_the_callers_last_change() {
        backend.on(FindQuestBackfill.class, query -> new BackfillStatus(State.READING, 40L, 90));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/quests/100/backfill")
                .header("Encore-Min-Position", "33")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"state": "reading", "read_to": 40, "head": 90}""");
        assertThat(backend.asked).containsExactly(new FindQuestBackfill(new QuestId(7, 100), 33));
    }

    @Test
    void a_reward_whose_rule_is_followed_has_no_position_and_an_unknown_one_is_a_404() {
        backend.on(FindRewardBackfill.class, query -> {
            if (query.reward().uid().equals("none")) {
                throw Refusal.unknown("There is no such reward.");
            }
            return BackfillStatus.of(State.DONE, 90);
        });
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/rewards/cap/backfill")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"state": "done", "read_to": null, "head": 90}""");
        assertThat(((FindRewardBackfill) backend.asked.getFirst()).reward()).isEqualTo(new RewardId(7, "cap"));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/rewards/none/backfill")
                .exchange()
                .expectStatus()
                .isNotFound();
    }
}
