package encore.api.adstats;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.adstats.AdStats;
import encore.kernel.adstats.AdStatsQuery.FindAdStats;
import encore.kernel.adstats.AdStatsQuery.FindCampaignAdStats;
import encore.kernel.adstats.CampaignAdStats;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves the sums of ad statistics. */
@RestController
@Access(scope = "misc", area = Area.REPORTS, lock = SECRET)
@RequestMapping("/api/v1")
class AdStatsController {

    /** Campaigns of each part of the answer. */
    private static final int ROWS = 1_000;

    /** The days to add up, both inclusive. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Window(
            @Description("The first day.") LocalDate startDate,
            @Description("The last day.") LocalDate endDate,

            @Description("Limits the answer to this ad network, compared exactly.") @Nullable @Size(max = 255)
            String network) {

        Days days() {
            return new Days(startDate, endDate);
        }
    }

    private final Backend backend;

    AdStatsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the sums of ad statistics of each ad network")
    @GetMapping("/account_ad_stats")
    Mono<List<AdStats>> listAdStats(Caller caller, @Params Window in) {
        return backend.ask(caller, new FindAdStats(caller.account(), in.days(), in.network()));
    }

    @Description("Lists the sums of ad statistics of each campaign")
    @GetMapping("/account_ad_stats_by_campaign")
    Flux<CampaignAdStats> listCampaignAdStats(Caller caller, @Params Window in) {
        return Pages.all(after -> backend.ask(
                caller, new FindCampaignAdStats(caller.account(), in.days(), in.network(), new NextKey(after, ROWS))));
    }
}
