package encore.api.campaignstats;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaignstats.BundleStats;
import encore.kernel.campaignstats.CampaignStats;
import encore.kernel.campaignstats.CampaignStatsQuery.FindBundleStats;
import encore.kernel.campaignstats.CampaignStatsQuery.FindCampaignStats;
import encore.kernel.people.Area;
import encore.kernel.time.Days;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the statistics of campaigns: entries, fans and views. */
@RestController
@Access(scope = "apps", area = Area.REPORTS, lock = SECRET)
@RequestMapping("/api/v1/apps/{page_tab_id}")
class CampaignStatsController {

    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            long pageTabId,
            @Description("The first day, UTC.") @Nullable LocalDate startDate,

            @Description("The last day, inclusive.") @Nullable
            LocalDate endDate) {

        Days days() {
            return new Days(startDate, endDate);
        }
    }

    private final Backend backend;

    CampaignStatsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the numbers of a campaign; fans count by their present place and consent")
    @GetMapping("/stats")
    Mono<CampaignStats> findCampaignStats(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindCampaignStats(caller.account(), in.pageTabId(), in.days()));
    }

    @Description("Finds the numbers of the campaigns in a bundle, or of the campaign itself if it is no bundle")
    @GetMapping("/bundle_stats")
    Mono<BundleStats> findBundleStats(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindBundleStats(caller.account(), in.pageTabId(), in.days()));
    }
}
