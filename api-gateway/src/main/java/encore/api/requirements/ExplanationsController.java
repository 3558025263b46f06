package encore.api.requirements;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.kernel.people.Area;
import encore.kernel.quests.QuestId;
import encore.kernel.requirements.explanations.Explanation;
import encore.kernel.requirements.explanations.ExplanationQuery;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainQuest;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainReward;
import encore.kernel.rewards.RewardId;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Explains why a fan has a quest or a reward, or what is missing. The log is read, so it gives way to other calls. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage")
class ExplanationsController {

    record OfQuest(
            long pageTabId,
            long fanId,
            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record OfReward(
            @Size(max = 64) String rewardUid,
            long fanId,
            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    private final Backend backend;

    ExplanationsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Explains why a fan has completed a quest, or what is missing")
    @GetMapping("/quests/{page_tab_id}/fans/{fan_id}/explain")
    Mono<Explanation> explainQuest(Caller caller, @Params OfQuest in) {
        var quest = new QuestId(caller.account(), in.pageTabId());
        return explain(caller, new ExplainQuest(quest, in.fanId(), Instant.now(), in.asOf()));
    }

    @Description("Explains why a fan has a reward, or what is missing")
    @GetMapping("/rewards/{reward_uid}/fans/{fan_id}/explain")
    Mono<Explanation> explainReward(Caller caller, @Params OfReward in) {
        var reward = new RewardId(caller.account(), in.rewardUid());
        return explain(caller, new ExplainReward(reward, in.fanId(), Instant.now(), in.asOf()));
    }

    private Mono<Explanation> explain(Caller caller, ExplanationQuery query) {
        return backend.ask(caller, query).contextWrite(Pace.STREAM::addTo);
    }
}
