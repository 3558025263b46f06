package encore.api.shows.clicks;

import static encore.api.access.Lock.SESSION;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.KnownSession;
import encore.api.shows.ShowFan;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Takes the clicks of fans. */
@RestController
@Access(scope = "apps", lock = SESSION)
@RequestMapping("/api/v1/fanxp/{page_tab_id}/clicker")
class ClickerController {

    record Clicks(
            long pageTabId,

            @Description("The session of a fan.") @Nullable @Size(max = 64)
            String sessionUid,

            @Description("The push of a clicker whose window is open.") @NotNull @Size(max = 64)
            String clickerInstanceUid,

            @Description("The fan's total, not the clicks since the last call: the largest counts.")
            @NotNull
            @Min(1)
            @Max(ClickerAction.MAX_CLICKS)
            Long clickCount) {}

    private final ClickGathering gathering;

    ClickerController(ClickGathering gathering) {
        this.gathering = gathering;
    }

    @Description("Counts a fan's total of clicks")
    @PostMapping
    Mono<CountedTotal> countClicks(Caller caller, @Nullable KnownSession session, @Params Clicks in) {
        return gathering.count(
                caller.context(),
                new CampaignId(caller.account(), in.pageTabId()),
                ShowFan.of(session),
                in.clickerInstanceUid(),
                in.clickCount(),
                gathering.here());
    }
}
