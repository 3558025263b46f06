package encore.api.campaignviews;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Bounds;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaignviews.DailyViews;
import encore.kernel.campaignviews.ViewsCommand.ReportViews;
import encore.kernel.campaignviews.ViewsCommand.WithdrawViews;
import encore.kernel.campaignviews.ViewsId;
import encore.kernel.campaignviews.ViewsQuery.FindViews;
import encore.kernel.campaignviews.ViewsQuery.ListViews;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the daily counts of a campaign's views and shares. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/views")
class ViewsController {

    private static final int ROWS = 1_000;
    private static final String ONE = "/{view_date}";

    record OfCampaign(long pageTabId) {}

    record One(long pageTabId, LocalDate viewDate) {}

    record Report(
            long pageTabId,
            LocalDate viewDate,

            @Description("The views of the whole day. Replaces the count that was reported before.")
            @Nullable
            @Min(0)
            @Max(Bounds.MAX_COUNT)
            Long viewCount,

            @Description("The whole day; it replaces the number that was reported before.")
            @Nullable
            @Min(0)
            @Max(Bounds.MAX_COUNT)
            Long shareCount) {}

    private final Backend backend;

    ViewsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the reported days of a campaign, earliest first")
    @GetMapping
    Flux<DailyViews> listDaysOfViews(Caller caller, @Params OfCampaign in) {
        return Pages.all(after ->
                backend.ask(caller, new ListViews(caller.account(), in.pageTabId(), new NextKey(after, ROWS))));
    }

    @Description("Finds a reported day")
    @GetMapping(ONE)
    Mono<DailyViews> findDayOfViews(Caller caller, @Params One in) {
        return backend.ask(caller, new FindViews(caller.account(), in.pageTabId(), in.viewDate()));
    }

    @Description("Reports the views and shares of a day; an absent number stays as it is")
    @PostMapping({"", ONE})
    Mono<DailyViews> reportViews(Caller caller, @Params Report in) {
        return backend.send(
                caller, new ReportViews(day(caller, in.pageTabId(), in.viewDate()), in.viewCount(), in.shareCount()));
    }

    @Description("Withdraws the report of a day")
    @DeleteMapping(ONE)
    Mono<Boolean> withdrawViews(Caller caller, @Params One in) {
        return backend.send(caller, new WithdrawViews(day(caller, in.pageTabId(), in.viewDate())))
                .thenReturn(true);
    }

    private static ViewsId day(Caller caller, long pageTabId, LocalDate date) {
        return new ViewsId(new CampaignId(caller.account(), pageTabId), date);
    }
}
