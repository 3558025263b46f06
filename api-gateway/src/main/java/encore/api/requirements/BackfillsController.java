package encore.api.requirements;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.quests.QuestId;
import encore.kernel.requirements.backfills.BackfillQuery.FindQuestBackfill;
import encore.kernel.requirements.backfills.BackfillQuery.FindRewardBackfill;
import encore.kernel.requirements.backfills.BackfillStatus;
import encore.kernel.rewards.RewardId;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows how far the rule of a quest or a reward was applied to the past. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage")
class BackfillsController {

    record OfQuest(long pageTabId) {}

    record OfReward(@Size(max = 64) String rewardUid) {}

    private final Backend backend;

    BackfillsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Shows how far the present rule of a quest was applied to the past")
    @GetMapping("/quests/{page_tab_id}/backfill")
    Mono<BackfillStatus> findQuestBackfill(Caller caller, @Params OfQuest in) {
        var quest = new QuestId(caller.account(), in.pageTabId());
        return backend.ask(caller, new FindQuestBackfill(quest, caller.context().minPosition()));
    }

    @Description("Shows how far the present rule of a reward was applied to the past")
    @GetMapping("/rewards/{reward_uid}/backfill")
    Mono<BackfillStatus> findRewardBackfill(Caller caller, @Params OfReward in) {
        var reward = new RewardId(caller.account(), in.rewardUid());
        return backend.ask(
                caller, new FindRewardBackfill(reward, caller.context().minPosition()));
    }
}
