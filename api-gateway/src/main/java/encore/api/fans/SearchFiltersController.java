package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindSearchFilters;
import encore.kernel.filters.SearchFilter;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.SegmentQuery.FindFanStats;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists the saved search filters of an account, and serves statistics of their fans. */
@RestController
@Access(scope = "crm", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/crm")
class SearchFiltersController {

    private static final int ROWS = 500;

    @AscendingRange(start = "creationStartDate", end = "creationEndDate")
    record Find(
            @Description("Only filters of this group.") @Nullable @Size(max = 255)
            String groupName,

            @Description("The first UTC day of creation.") @Nullable
            LocalDate creationStartDate,

            @Description("The last UTC day of creation.") @Nullable
            LocalDate creationEndDate) {}

    record Stats(
            @Description("It has to exist.") @NotBlank @Size(max = FilterNames.MAX_LENGTH)
            String filterName) {}

    private final Backend backend;

    SearchFiltersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the search filters, oldest first, with the number of fans that each finds now")
    @GetMapping("/search_filters")
    Flux<SearchFilter> all(Caller caller, @Params Find in) {
        Instant from = start(in.creationStartDate());
        Instant before =
                in.creationEndDate() == null ? null : start(in.creationEndDate().plusDays(1));
        return Pages.all(after -> backend.ask(
                caller,
                new FindSearchFilters(
                        caller.account(), in.groupName(), from, before, today(), new NextKey(after, ROWS))));
    }

    @Description("Finds the numbers of the fans of a search filter")
    @GetMapping("/fan_stats")
    Mono<FanStats> findFanStats(Caller caller, @Params Stats in) {
        return backend.ask(caller, new FindFanStats(caller.account(), in.filterName(), today()));
    }

    private static @Nullable Instant start(@Nullable LocalDate day) {
        return day == null ? null : day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }
}
