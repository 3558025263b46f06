package encore.api.points;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.points.PointsQuery.FindCampaignPoints;
import encore.kernel.points.PointsQuery.SumCampaignPoints;
import encore.kernel.points.ledgers.CampaignPoint;
import encore.kernel.points.ledgers.CampaignPoints;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.time.AsOf;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves the points of a campaign: all records that name it, of any point type. */
@RestController
@Access(scope = "apps", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/apps/{page_tab_id}")
class CampaignPointsController {

    private static final int ROWS = 1_000;

    @AscendingRange(start = "startTimestamp", end = "endTimestamp")
    record Find(
            long pageTabId,
            @Description("The first second, UTC.") @Nullable Instant startTimestamp,

            @Description("The last second, inclusive.") @Nullable
            Instant endTimestamp,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {

        SecondRange seconds() {
            return new SecondRange(startTimestamp, endTimestamp);
        }
    }

    private final Backend backend;

    CampaignPointsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Sums a campaign's points")
    @GetMapping("/total_points")
    Mono<CampaignPoints> sumCampaignPoints(Caller caller, @Params Find in) {
        return backend.ask(caller, new SumCampaignPoints(caller.account(), in.pageTabId(), in.seconds(), in.asOf()));
    }

    @Description("Lists a campaign's records of points, oldest first")
    @GetMapping("/simple_points")
    Flux<CampaignPoint> findCampaignPoints(Caller caller, @Params Find in) {
        return Pages.all(after -> backend.ask(
                caller,
                new FindCampaignPoints(
                        caller.account(), in.pageTabId(), in.seconds(), new NextKey(after, ROWS), in.asOf())));
    }
}
