package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.journal.OperationJournal;
import encore.api.wire.NdjsonLines;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.ComparisonLine;
import encore.kernel.operations.ComparisonPage;
import encore.kernel.operations.OperationsQuery;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.operations.OperationsQuery.FindProjectionNames;
import encore.kernel.operations.OperationsQuery.FindProjections;
import encore.kernel.operations.OperationsQuery.RebuildProjection;
import encore.kernel.operations.OperationsQuery.RollBackProjection;
import encore.kernel.operations.OperationsQuery.SwitchProjection;
import encore.kernel.operations.ProjectionVersion;
import encore.kernel.operations.SelectedVersion;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Shows the projections of the installation, and rebuilds, switches and compares their versions. */
@RestController
@Access(scope = "manage", area = Area.SYSTEM, lock = Lock.SECRET, operatorToo = true)
@RequestMapping("/api/v1/manage/projections")
class ProjectionsController {

    record Named(@Size(max = 64) String name) {}

    record Switch(
            @Size(max = 64) String name,

            @Description("Absent: the newest version that does not serve.") @Nullable @Min(1)
            Integer version) {}

    private final Backend backend;
    private final OperationJournal operationJournal;

    ProjectionsController(Backend backend, OperationJournal operationJournal) {
        this.backend = backend;
        this.operationJournal = operationJournal;
    }

    @Description("Lists the versions of all projections with position, lag, rate, size and checksum")
    @GetMapping
    Mono<List<ProjectionVersion>> all(Caller caller) {
        return backend.ask(caller, new FindProjections(caller.account()));
    }

    @Description("Makes a new version from the log while the serving version goes on")
    @Access(lock = Lock.OPERATOR)
    @PostMapping("/{name}/rebuild")
    Mono<SelectedVersion> rebuild(Caller caller, ServerWebExchange exchange, @Params Named in) {
        return recordAndExecute(
                caller, exchange, in.name(), in.name(), new RebuildProjection(caller.account(), in.name()));
    }

    @Description("Makes another version serve at once")
    @Access(lock = Lock.OPERATOR)
    @PostMapping("/{name}/switch")
    Mono<SelectedVersion> switchProjection(Caller caller, ServerWebExchange exchange, @Params Switch in) {
        String target = in.version() == null ? in.name() : in.name() + " " + in.version();
        return recordAndExecute(
                caller, exchange, in.name(), target, new SwitchProjection(caller.account(), in.name(), in.version()));
    }

    @Description("Makes the previous version serve again")
    @Access(lock = Lock.OPERATOR)
    @PostMapping("/{name}/rollback")
    Mono<SelectedVersion> rollBackProjection(Caller caller, ServerWebExchange exchange, @Params Named in) {
        return recordAndExecute(
                caller, exchange, in.name(), in.name(), new RollBackProjection(caller.account(), in.name()));
    }

    private Mono<SelectedVersion> recordAndExecute(
            Caller caller,
            ServerWebExchange exchange,
            String name,
            String target,
            OperationsQuery<SelectedVersion> operation) {
        Mono<Boolean> known =
                backend.ask(caller, new FindProjectionNames(caller.account())).map(names -> names.contains(name));
        return operationJournal.recordAndExecute(caller, exchange, operation, target, known);
    }

    @Description("Compares the serving version with the newest other version, document by document, as NDJSON")
    @GetMapping("/{name}/compare")
    NdjsonLines<ComparisonLine> compare(Caller caller, @Params Named in) {
        return new NdjsonLines<>(part(caller, in, null)
                .expand(part -> part.next() == null ? Mono.empty() : part(caller, in, part.next()))
                .concatMapIterable(ComparisonPage::lines, 1));
    }

    private Mono<ComparisonPage> part(Caller caller, Named in, @Nullable String after) {
        return backend.ask(caller, new FindDifferences(caller.account(), in.name(), after));
    }
}
