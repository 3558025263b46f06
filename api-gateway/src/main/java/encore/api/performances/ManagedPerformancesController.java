package encore.api.performances;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceCommand.PicturePerformance;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformancePicture;
import encore.kernel.performances.PerformanceQuery.FindPerformance;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.performances.PerformanceUid;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Sets the fields of a performance that no call of the contract sets. */
@RestController
@Access(scope = "manage", area = Area.CONTENT, lock = SECRET)
@RequestMapping("/api/v1/manage/performances")
class ManagedPerformancesController {

    private static final int ROWS = 500;
    private static final String ONE = "/{performance_uid}";

    record One(@Size(max = 64) String performanceUid) {}

    record Picture(
            @Size(max = 64) String performanceUid, @Nullable UUID mediaUid, ClearedComponents cleared) {}

    private final Backend backend;

    ManagedPerformancesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the performances, in the order in which they were added")
    @GetMapping
    ListOrPage<Performance> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new ListPerformances(caller.account(), page)));
    }

    @Description("Finds a performance")
    @GetMapping(ONE)
    Mono<Performance> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindPerformance(caller.account(), in.performanceUid()));
    }

    @Description("Changes or removes the picture of a performance")
    @PostMapping(ONE)
    Mono<PerformanceUid> changePerformancePicture(Caller caller, @Params Picture in) {
        var performance = new PerformanceId(caller.account(), in.performanceUid());
        var change = in.cleared().toPatch(new PerformancePicture(in.mediaUid()));
        return backend.send(caller, new PicturePerformance(performance, change));
    }
}
