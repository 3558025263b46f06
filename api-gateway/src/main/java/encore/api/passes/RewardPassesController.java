package encore.api.passes;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassOwner;
import encore.kernel.passes.PassQuery.FindRewardPass;
import encore.kernel.passes.PassQuery.FindRewardPasses;
import encore.kernel.people.Area;
import encore.kernel.rewards.RewardId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the passes of a reward, which are issued by themselves. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/rewards/{reward_uid}/passes")
class RewardPassesController {

    private static final int ROWS = 1_000;
    private static final Pages.Next NEXT = Pages.next("next_pass_key");

    record OfReward(
            @Size(max = 64) String rewardUid,

            @Description("next_pass_key of the page before.") @Nullable @Size(max = 64)
            String nextPassKey) {}

    record One(
            @Size(max = 64) String rewardUid,
            @Size(max = 64) String passUid) {}

    record Change(
            @Size(max = 64) String rewardUid,
            @Size(max = 64) String passUid,

            @Description("Only when it is another fan.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long claimFanId,

            @Description("The section that the pass admits to.") @Nullable
            UUID sectionUid,

            ClearedComponents cleared) {}

    private final Backend backend;

    RewardPassesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the passes of a reward, in the order of issue")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Pass>> listRewardPasses(Caller caller, @Params OfReward in) {
        var paging = new NextKey(in.nextPassKey(), ROWS);
        return backend.ask(caller, new FindRewardPasses(caller.account(), in.rewardUid(), paging))
                .map(page -> NEXT.answer(paging, page));
    }

    @Description("Finds a pass of a reward")
    @GetMapping("/{pass_uid}")
    Mono<Pass> findRewardPass(Caller caller, @Params One in) {
        return backend.ask(caller, new FindRewardPass(caller.account(), in.rewardUid(), in.passUid()));
    }

    @Description("Changes the fan who claimed a reward's pass, or its section")
    @PostMapping("/{pass_uid}")
    Mono<IssuedPass> changeRewardPass(Caller caller, @Params Change in) {
        return backend.send(
                caller,
                new ChangePass(
                        new PassId(caller.account(), in.passUid()),
                        PassOwner.of(new RewardId(caller.account(), in.rewardUid())),
                        in.cleared().toPatch(new PassDetails(in.claimFanId(), in.sectionUid()))));
    }

    @Description("Revokes a pass of a reward; the fan keeps the reward")
    @DeleteMapping("/{pass_uid}")
    Mono<Boolean> revokeRewardPass(Caller caller, @Params One in) {
        var owner = PassOwner.of(new RewardId(caller.account(), in.rewardUid()));
        return backend.send(caller, new RevokePass(new PassId(caller.account(), in.passUid()), owner))
                .thenReturn(true);
    }
}
