package encore.api.campaigns;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.MaxWords;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ListCampaigns;
import encore.kernel.campaigns.CampaignQuery.ReadCampaign;
import encore.kernel.campaigns.CampaignQuery.SearchCampaigns;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Serves campaigns to the public, which has only a key, and to the CRM. */
@RestController
@Access(scope = "apps", lock = KEY)
@RequestMapping("/api/v1")
class CampaignsController {

    private static final int ROWS = 100;

    record Find(
            @Nullable AppType appType,

            @Description("Only campaigns that have a start or an end; false: only those without.") @Nullable
            Boolean isScheduled,

            @Nullable @Min(1) @Max(Ids.HIGHEST) Long businessId) {}

    record One(
            long pageTabId,

            @Description("Adds the tab items and quiz questions.") @Nullable
            Boolean includeDetails) {}

    record OfOne(long pageTabId) {}

    record Search(
            @Description("Words of the name, or beginnings of words. At most 16 distinct words.")
            @Nullable
            @Size(max = 255)
            @MaxWords
            String q) {}

    private final Backend backend;

    CampaignsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the campaigns, in the order of creation")
    @GetMapping("/apps")
    Flux<Campaign.Row> find(Caller caller, @Params Find in) {
        Instant now = Instant.now();
        return Pages.all(after -> backend.ask(
                caller,
                new ListCampaigns(
                        caller.account(),
                        in.appType(),
                        in.isScheduled(),
                        in.businessId(),
                        now,
                        new NextKey(after, ROWS))));
    }

    @Description("Finds a campaign")
    @GetMapping("/apps/{page_tab_id}")
    Mono<Campaign.Single> one(Caller caller, @Params One in) {
        return backend.ask(
                caller,
                new ReadCampaign(
                        caller.account(), in.pageTabId(), Boolean.TRUE.equals(in.includeDetails()), Instant.now()));
    }

    @Description("Finds the props of a campaign; {} if it has none")
    @GetMapping("/apps/{page_tab_id}/props")
    Mono<ObjectNode> findCampaignProps(Caller caller, @Params OfOne in) {
        return backend.ask(caller, new FindCampaign(caller.account(), in.pageTabId()))
                .map(campaign -> campaign.details().props() == null
                        ? JsonNodeFactory.instance.objectNode()
                        : campaign.details().props());
    }

    @Description("Searches campaigns by name, in the order of creation")
    @Access(scope = "crm", area = Area.CAMPAIGNS, lock = SECRET)
    @GetMapping("/crm/campaigns")
    Flux<Campaign.Crm> search(Caller caller, @Params Search in) {
        Instant now = Instant.now();
        return Pages.all(after ->
                backend.ask(caller, new SearchCampaigns(caller.account(), in.q(), now, new NextKey(after, ROWS))));
    }
}
