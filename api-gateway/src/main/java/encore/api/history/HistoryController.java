package encore.api.history;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.keys.Principal;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.history.HistoryQuery.FindHistory;
import encore.kernel.history.RecordedChange;
import encore.kernel.paging.Paging.NextKey;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows the history of one thing. The right that it needs depends on the thing, so it is checked here. */
@RestController
@Access(scope = "manage", own = true, lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/history")
class HistoryController {

    private static final Pages.Next PAGES = Pages.next("next_change_key");
    private static final int ROWS = 25;

    record Find(
            @Description("The name of the stream of the thing, such as venue.<account_id>.<venue_uid>.")
            @NotBlank
            @Size(max = 512)
            String stream,

            @Description("The key of one item, where the things of a list share a stream.") @Nullable @Size(max = 512)
            String item,

            @Nullable @Min(1) @Max(100) Integer limit,

            @Nullable @Pattern(regexp = Pages.ROW_KEY) String nextChangeKey) {

        NextKey paging() {
            return new NextKey(nextChangeKey, limit == null ? ROWS : limit);
        }
    }

    private final Backend backend;

    HistoryController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists who changed a thing, when, and the values before and after, newest first")
    @GetMapping
    Mono<Listing<Pages.NextMeta, RecordedChange>> findHistory(Caller caller, Principal principal, @Params Find in) {
        principal.mustHave(HistoryAreas.rightOf(in.stream()));
        var query = new FindHistory(caller.account(), in.stream(), in.item(), principal.seesContacts(), in.paging());
        return backend.ask(caller, query).map(page -> PAGES.answer(in.paging(), page));
    }
}
