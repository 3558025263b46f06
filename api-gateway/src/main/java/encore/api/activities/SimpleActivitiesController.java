package encore.api.activities;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityQuery.FindSimpleActivities;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Lists a campaign's activities for callers that may not see personal data. */
@RestController
@Access(scope = "apps", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/apps/{page_tab_id}/simple_activities")
class SimpleActivitiesController {

    private static final int ROWS = 1_000;

    record OfCampaign(long pageTabId) {}

    private final Backend backend;

    SimpleActivitiesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists a campaign's activities without personal data, oldest first")
    @GetMapping
    Flux<Activity.Simple> find(Caller caller, @Params OfCampaign in) {
        return Pages.all(after -> backend.ask(
                caller, new FindSimpleActivities(caller.account(), in.pageTabId(), new NextKey(after, ROWS))));
    }
}
