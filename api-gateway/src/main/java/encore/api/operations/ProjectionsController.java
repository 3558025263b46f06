package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.wire.Lines;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.ChosenVersion;
import encore.kernel.operations.ComparedPart;
import encore.kernel.operations.ComparisonLine;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.operations.OperationsQuery.FindProjections;
import encore.kernel.operations.OperationsQuery.RebuildProjection;
import encore.kernel.operations.OperationsQuery.RollBackProjection;
import encore.kernel.operations.OperationsQuery.SwitchProjection;
import encore.kernel.operations.ProjectionVersion;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The projections of the installation, and how one is rebuilt beside itself. */
@RestController
@Access(scope = "manage", lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/projections")
class ProjectionsController {

    record Named(@Size(max = 64) String name) {}

    record Switch(
            @Size(max = 64) String name,

            @Description("The newest one that does not serve, when absent.") @Nullable @Min(1)
            Integer version) {}

    private final Backend backend;

    ProjectionsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Every version of every projection: position, lag, rate, size and checksum")
    @GetMapping
    Mono<List<ProjectionVersion>> all(Caller caller) {
        return backend.ask(caller, new FindProjections(caller.account()));
    }

    @Description("Fills a new version from the log beside the one that serves")
    @PostMapping("/{name}/rebuild")
    Mono<ChosenVersion> rebuild(Caller caller, @Params Named in) {
        return backend.ask(caller, new RebuildProjection(caller.account(), in.name()));
    }

    @Description("Makes another version serve, at once")
    @PostMapping("/{name}/switch")
    Mono<ChosenVersion> switchOver(Caller caller, @Params Switch in) {
        return backend.ask(caller, new SwitchProjection(caller.account(), in.name(), in.version()));
    }

    @Description("Makes the version before serve again")
    @PostMapping("/{name}/rollback")
    Mono<ChosenVersion> rollBack(Caller caller, @Params Named in) {
        return backend.ask(caller, new RollBackProjection(caller.account(), in.name()));
    }

    @Description("Compares the serving version with the one beside it, document by document, as NDJSON")
    @GetMapping("/{name}/compare")
    Lines<ComparisonLine> compare(Caller caller, @Params Named in) {
        return new Lines<>(part(caller, in, null)
                .expand(part -> part.next() == null ? Mono.empty() : part(caller, in, part.next()))
                .concatMapIterable(ComparedPart::lines, 1));
    }

    private Mono<ComparedPart> part(Caller caller, Named in, @Nullable String after) {
        return backend.ask(caller, new FindDifferences(caller.account(), in.name(), after));
    }
}
