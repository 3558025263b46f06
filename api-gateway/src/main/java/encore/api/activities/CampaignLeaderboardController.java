package encore.api.activities;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.activities.ActivityQuery.FindCampaignLeaderboard;
import encore.kernel.activities.CampaignRank;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the leaderboard of a campaign. */
@RestController
@Access(scope = "crm", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/crm/activities/{page_tab_id}/leaderboard")
class CampaignLeaderboardController {

    private static final int ROWS = 10;

    record OfCampaign(
            long pageTabId,

            @Description("Includes the fans that are hidden in this campaign.") @Default("false") @Nullable
            Boolean showHidden,

            @Default("10") @Nullable @Min(1) @Max(1_000) Integer limit) {

        FindCampaignLeaderboard query(long account) {
            return new FindCampaignLeaderboard(
                    account, pageTabId, Boolean.TRUE.equals(showHidden), limit == null ? ROWS : limit);
        }
    }

    private final Backend backend;

    CampaignLeaderboardController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the best fans of a campaign of a competitive type")
    @GetMapping
    Mono<List<CampaignRank>> find(Caller caller, @Params OfCampaign in) {
        return backend.ask(caller, in.query(caller.account()));
    }
}
