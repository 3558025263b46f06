package encore.api.fanwagers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWager;
import encore.kernel.fanwagers.FanWagerCommand.PlaceFanWager;
import encore.kernel.fanwagers.FanWagerQuery.FindFanWager;
import encore.kernel.fanwagers.FanWagerQuery.ListFanWagers;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.points.PointsCommand;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Places and lists the stakes of fans on a wager. A stake never changes, and is paid when the wager has a result. */
@RestController
@Access(scope = "manage", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/tab_items/{tab_item_id}/wagers/{wager_uid}/fan_wagers")
class FanWagersController {

    private static final int ROWS = 500;

    record OfWager(
            long pageTabId, long tabItemId, @Size(max = 64) String wagerUid) {

        WagerId id(Caller caller) {
            return new WagerId(new TabItemId(new CampaignId(caller.account(), pageTabId), tabItemId), wagerUid);
        }
    }

    record One(
            long pageTabId,
            long tabItemId,
            @Size(max = 64) String wagerUid,
            @Size(max = 64) String fanWagerUid) {}

    record Stake(
            @NotNull @Min(1) @Max(Ids.HIGHEST) Long fanId,

            @Description("At most the fan's balance.") @NotNull @Min(1) @Max(PointsCommand.MAX_POINTS)
            Long pointCount) {}

    private final Backend backend;

    FanWagersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the stakes on a wager, oldest first")
    @GetMapping
    Flux<FanWager> all(Caller caller, @Params OfWager in) {
        return Pages.all(after -> backend.ask(
                caller,
                new ListFanWagers(
                        caller.account(), in.pageTabId(), in.tabItemId(), in.wagerUid(), new NextKey(after, ROWS))));
    }

    @Description("Finds a stake")
    @GetMapping("/{fan_wager_uid}")
    Mono<FanWager> one(Caller caller, @Params One in) {
        return backend.ask(
                caller,
                new FindFanWager(caller.account(), in.pageTabId(), in.tabItemId(), in.wagerUid(), in.fanWagerUid()));
    }

    @Description("Stakes points of a fan while the item is open and the wager has no result")
    @PostMapping
    Mono<FanWager> place(Caller caller, @Params OfWager in, @Params Stake stake) {
        var fan = new FanId(caller.account(), stake.fanId());
        return backend.save(
                caller, new PlaceFanWager(in.id(caller), Ids.uid(), fan, stake.pointCount(), Ids.uid(), Instant.now()));
    }
}
