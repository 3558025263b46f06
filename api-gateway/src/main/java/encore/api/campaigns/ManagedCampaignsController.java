package encore.api.campaigns;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignCommand.ChangeCampaign;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignCommand.DeleteCampaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ListManagedCampaigns;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages campaigns. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps")
class ManagedCampaignsController {

    private static final int ROWS = 100;
    private static final String ONE = "/{page_tab_id}";

    record One(long pageTabId) {}

    /** The components of a campaign that never change. */
    record Create(
            AppType appType,

            @Description("No business's when absent.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long businessId) {}

    record Change(
            long pageTabId,

            @Description("It never changes; if sent, it must be the present one.") @Nullable
            AppType appType,

            @Description("It never changes; if sent, it must be the present one.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long businessId) {}

    private final Backend backend;

    ManagedCampaignsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists campaigns with all settings, in the order of creation")
    @GetMapping
    ListOrPage<Campaign.Managed> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new ListManagedCampaigns(caller.account(), page)));
    }

    @Description("Finds a campaign with all settings")
    @GetMapping(ONE)
    Mono<Campaign.Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindCampaign(caller.account(), in.pageTabId()))
                .map(Campaign::managed);
    }

    @Description("Creates a campaign")
    @PostMapping
    Mono<Campaign.Managed> create(Caller caller, @Params Create in, @Params Details details) {
        var campaign = new CampaignId(caller.account(), Ids.number());
        return backend.save(caller, new CreateCampaign(campaign, in.appType(), in.businessId(), details.toDetails()))
                .map(Campaign::managed);
    }

    @Description("Changes a campaign")
    @PostMapping(ONE)
    Mono<Campaign.Managed> change(Caller caller, @Params Change in, @Params Details details) {
        var campaign = new CampaignId(caller.account(), in.pageTabId());
        return backend.save(caller, new ChangeCampaign(campaign, in.appType(), in.businessId(), details.toPatch()))
                .map(Campaign::managed);
    }

    @Description("Deletes a campaign permanently")
    @DeleteMapping(ONE)
    Mono<Boolean> delete(Caller caller, @Params One in) {
        return backend.send(caller, new DeleteCampaign(new CampaignId(caller.account(), in.pageTabId())))
                .thenReturn(true);
    }
}
