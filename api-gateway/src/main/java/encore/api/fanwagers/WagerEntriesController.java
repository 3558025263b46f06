package encore.api.fanwagers;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.constraints.MaxWords;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fanwagers.FanWagerQuery.ListWagerEntries;
import encore.kernel.fanwagers.WagerEntry;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Serves the wagers of a campaign by their tab items. */
@RestController
@Access(scope = "apps", area = Area.CAMPAIGNS, lock = SECRET)
@RequestMapping("/api/v1/apps/{page_tab_id}/wager_entries")
class WagerEntriesController {

    private static final int ROWS = 100;

    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            long pageTabId,

            @Description("Words of the title or subtitle, or beginnings of words. At most 16 distinct words.")
            @Nullable
            @Size(max = 255)
            @MaxWords
            String q,

            @Description("The first active_date.") @Nullable LocalDate startDate,

            @Description("The last active_date, inclusive.") @Nullable
            LocalDate endDate) {}

    private final Backend backend;

    WagerEntriesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the tab items of a campaign with their wagers and the numbers of stakes, by position")
    @GetMapping
    Flux<WagerEntry> all(Caller caller, @Params Find in) {
        Instant now = Instant.now();
        return Pages.all(after -> backend.ask(
                caller,
                new ListWagerEntries(
                        caller.account(),
                        in.pageTabId(),
                        in.q(),
                        in.startDate(),
                        in.endDate(),
                        now,
                        new NextKey(after, ROWS))));
    }
}
