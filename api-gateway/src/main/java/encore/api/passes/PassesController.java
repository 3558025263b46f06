package encore.api.passes;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassCode;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.IssuePass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassOwner;
import encore.kernel.passes.PassQuery.FindPass;
import encore.kernel.passes.PassQuery.FindPasses;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the passes of a campaign. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/passes")
class PassesController {

    private static final int ROWS = 1_000;

    record OfCampaign(long pageTabId) {}

    record One(long pageTabId, String passUid) {}

    record Issue(
            long pageTabId,

            @Description("The fan whom the pass is for.") @Min(1) @Max(Ids.HIGHEST)
            long fanId,

            @Description("Only when it is another fan.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long claimFanId,

            @Description("The section that the pass admits to.") @Nullable
            UUID sectionUid) {}

    record Change(
            long pageTabId,
            String passUid,

            @Description("Only when it is another fan.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long claimFanId,

            @Description("The section that the pass admits to.") @Nullable
            UUID sectionUid,

            ClearedComponents cleared) {}

    private final Backend backend;

    PassesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the passes of a campaign, in the order of issue")
    @GetMapping
    Flux<Pass> all(Caller caller, @Params OfCampaign in) {
        return Pages.all(after ->
                backend.ask(caller, new FindPasses(caller.account(), in.pageTabId(), new NextKey(after, ROWS))));
    }

    @Description("Finds a pass")
    @GetMapping("/{pass_uid}")
    Mono<Pass> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindPass(caller.account(), in.pageTabId(), in.passUid()));
    }

    @Description("Issues a pass with a new code to a fan")
    @PostMapping
    Mono<IssuedPass> issue(Caller caller, @Params Issue in) {
        return backend.send(
                caller,
                new IssuePass(
                        new PassId(caller.account(), Ids.uid()),
                        new CampaignId(caller.account(), in.pageTabId()),
                        in.fanId(),
                        PassCode.random().text(),
                        new PassDetails(in.claimFanId(), in.sectionUid())));
    }

    @Description("Changes the fan who claimed a pass, or its section")
    @PostMapping("/{pass_uid}")
    Mono<IssuedPass> change(Caller caller, @Params Change in) {
        return backend.send(
                caller,
                new ChangePass(
                        new PassId(caller.account(), in.passUid()),
                        PassOwner.of(new CampaignId(caller.account(), in.pageTabId())),
                        in.cleared().toPatch(new PassDetails(in.claimFanId(), in.sectionUid()))));
    }

    @Description("Revokes a pass")
    @DeleteMapping("/{pass_uid}")
    Mono<Boolean> revoke(Caller caller, @Params One in) {
        var owner = PassOwner.of(new CampaignId(caller.account(), in.pageTabId()));
        return backend.send(caller, new RevokePass(new PassId(caller.account(), in.passUid()), owner))
                .thenReturn(true);
    }
}
