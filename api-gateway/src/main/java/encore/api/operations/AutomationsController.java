package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.AutomationStatus;
import encore.kernel.operations.OperationsQuery.FindAutomations;
import encore.kernel.operations.OperationsQuery.PauseAutomation;
import encore.kernel.operations.OperationsQuery.ResumeAutomation;
import encore.kernel.operations.OperationsQuery.RetryAutomation;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The automations of the installation: how far they are, and whether they go on. */
@RestController
@Access(scope = "manage", lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/automations")
class AutomationsController {

    record Named(@Size(max = 64) String name) {}

    record Retry(
            @Size(max = 64) String name,
            @Min(1) long position,

            @Description("Of the command; 0 for the event itself.") @Default("0") @Nullable @Min(0)
            Long ordinal) {}

    private final Backend backend;

    AutomationsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Every automation: position, lag, outbox, refusals and dead letters")
    @GetMapping
    Mono<List<AutomationStatus>> all(Caller caller) {
        return backend.ask(caller, new FindAutomations(caller.account()));
    }

    @Description("Stops an automation within a second: it follows and sends nothing until it is resumed")
    @PostMapping("/{name}/pause")
    Mono<AutomationStatus> pause(Caller caller, @Params Named in) {
        return backend.ask(caller, new PauseAutomation(caller.account(), in.name()));
    }

    @Description("Lets an automation go on where it was")
    @PostMapping("/{name}/resume")
    Mono<AutomationStatus> resume(Caller caller, @Params Named in) {
        return backend.ask(caller, new ResumeAutomation(caller.account(), in.name()));
    }

    @Description("Tries what is held up again within a second, and then what waits behind it")
    @PostMapping("/{name}/retry")
    Mono<AutomationStatus> retry(Caller caller, @Params Retry in) {
        long ordinal = in.ordinal() == null ? 0 : in.ordinal();
        return backend.ask(caller, new RetryAutomation(caller.account(), in.name(), in.position(), ordinal));
    }
}
