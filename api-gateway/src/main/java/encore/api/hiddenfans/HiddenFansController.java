package encore.api.hiddenfans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanCommand.HideFan;
import encore.kernel.hiddenfans.HiddenFanCommand.ShowFan;
import encore.kernel.hiddenfans.HiddenFanId;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenFan;
import encore.kernel.hiddenfans.HiddenFanQuery.ListHiddenFans;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the fans that a campaign's leaderboard leaves out. */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
@RequestMapping("/api/v1/manage/apps/{page_tab_id}/hidden_fans")
class HiddenFansController {

    private static final int ROWS = 1_000;
    private static final String ONE = "/{fan_id}";

    record OfCampaign(long pageTabId) {}

    record One(long pageTabId, long fanId) {

        HiddenFanId id(Caller caller) {
            return new HiddenFanId(new CampaignId(caller.account(), pageTabId), fanId);
        }
    }

    private final Backend backend;

    HiddenFansController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the hidden fans of a campaign's leaderboard, in the order in which they were hidden")
    @GetMapping
    Flux<HiddenFan> all(Caller caller, @Params OfCampaign in) {
        return Pages.all(after ->
                backend.ask(caller, new ListHiddenFans(caller.account(), in.pageTabId(), new NextKey(after, ROWS))));
    }

    @Description("Finds a hidden fan")
    @GetMapping(ONE)
    Mono<HiddenFan> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindHiddenFan(caller.account(), in.pageTabId(), in.fanId()));
    }

    @Description("Hides a fan from a campaign's leaderboard")
    @PostMapping
    Mono<HiddenFan> hideFan(Caller caller, @Params One in) {
        return backend.send(caller, new HideFan(in.id(caller)));
    }

    @Description("Shows a hidden fan again")
    @DeleteMapping(ONE)
    Mono<Boolean> showFan(Caller caller, @Params One in) {
        return backend.send(caller, new ShowFan(in.id(caller))).thenReturn(true);
    }
}
