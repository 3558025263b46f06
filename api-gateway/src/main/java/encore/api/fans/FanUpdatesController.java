package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.wire.DayOrTime;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.fans.FanQuery.FindFanUpdates;
import encore.kernel.fans.UpdatedFan;
import encore.kernel.paging.Paging;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists changed fans, each once, at its latest change. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm/fan_updates")
class FanUpdatesController {

    private static final int ROWS = 1_000;
    private static final Pages.Times TIMES = Pages.times("fan_time_key");

    record Since(
            @Description("Only fans updated on this UTC day, or at this time, or later.") @Nullable
            DayOrTime lastUpdateDate,

            @Description("max_fan_time_key of the page before.")
            @Nullable
            @Pattern(regexp = Pages.TIME_KEY, message = "must be <unix_time>_<milliseconds>_<fan_id>")
            String minTimeKey) {}

    private final Backend backend;

    FanUpdatesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists changed fans, each once at its latest change")
    @GetMapping
    Mono<Listing<Pages.TimesMeta, UpdatedFan>> find(Caller caller, @Params Since in) {
        var paging = new Paging.TimeKeys(in.minTimeKey(), null, ROWS);
        Instant from = in.lastUpdateDate() == null ? null : in.lastUpdateDate().start();
        return backend.ask(caller, new FindFanUpdates(caller.account(), from, paging))
                .map(page -> TIMES.answer(paging, page));
    }
}
