package encore.api.performances;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceCommand.ChangePerformance;
import encore.kernel.performances.PerformanceCommand.RemovePerformance;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformanceQuery.FindPerformance;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.performances.PerformanceUid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves performances with their plan and their place. */
@RestController
@Access(scope = "misc", lock = KEY)
@RequestMapping("/api/v1/ent/performances")
class PerformancesController {

    private static final String ONE = "/{performance_uid}";
    private static final int ROWS = 500;

    record One(@Size(max = 64) String performanceUid) {}

    record Add(@NotBlank @Size(max = 255) String performanceName, LocalDate performanceDate) {}

    record Change(
            @Size(max = 64) String performanceUid,

            @Description("Cannot be cleared.") @Nullable @Size(max = 255)
            String performanceName,

            @Description("Cannot be cleared.") @Nullable LocalDate performanceDate,
            ClearedComponents cleared) {}

    private final Backend backend;

    PerformancesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the performances, in the order in which they were added")
    @GetMapping
    Flux<Performance> all(Caller caller) {
        return Pages.all(
                after -> backend.ask(caller, new ListPerformances(caller.account(), new NextKey(after, ROWS))));
    }

    @Description("Finds a performance")
    @GetMapping(ONE)
    Mono<Performance> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindPerformance(caller.account(), in.performanceUid()));
    }

    @Description("Adds a performance")
    @PostMapping
    Mono<PerformanceUid> add(Caller caller, @Params Add in, @Params PerformanceInput performanceInput) {
        var performance = new PerformanceId(caller.account(), Ids.uid());
        var details = performanceInput.details(in.performanceName(), in.performanceDate());
        return backend.send(caller, new AddPerformance(performance, details));
    }

    @Description("Changes a performance, except for its business")
    @Access(scope = "misc", area = Area.CONTENT, lock = SECRET)
    @PostMapping(ONE)
    Mono<PerformanceUid> change(Caller caller, @Params Change in, @Params PerformanceInput performanceInput) {
        var performance = new PerformanceId(caller.account(), in.performanceUid());
        var change = in.cleared()
                .union(performanceInput.cleared())
                .toPatch(performanceInput.details(in.performanceName(), in.performanceDate()));
        return backend.send(caller, new ChangePerformance(performance, change));
    }

    @Description("Removes a performance")
    @Access(scope = "misc", area = Area.CONTENT, lock = SECRET)
    @DeleteMapping(ONE)
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemovePerformance(new PerformanceId(caller.account(), in.performanceUid())))
                .thenReturn(true);
    }
}
