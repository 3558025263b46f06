package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.journal.OperationJournal;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.AutomationStatus;
import encore.kernel.operations.OperationsQuery;
import encore.kernel.operations.OperationsQuery.FindAutomations;
import encore.kernel.operations.OperationsQuery.PauseAutomation;
import encore.kernel.operations.OperationsQuery.ResumeAutomation;
import encore.kernel.operations.OperationsQuery.RetryAutomation;
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

/** Shows the automations of the installation and pauses, resumes or retries them. */
@RestController
@Access(scope = "manage", area = Area.SYSTEM, lock = Lock.SECRET, operatorToo = true)
@RequestMapping("/api/v1/manage/automations")
class AutomationsController {

    record Named(@Size(max = 64) String name) {}

    record Retry(
            @Size(max = 64) String name,
            @Min(1) long position,

            @Description("The command's ordinal; 0 for the event or the timer itself.") @Default("0") @Nullable @Min(0)
            Long ordinal,

            @Description("The timer, as the dead letter names it; empty for an event or its command.")
            @Nullable
            @Size(max = 250)
            String timer) {}

    private final Backend backend;
    private final OperationJournal operationJournal;

    AutomationsController(Backend backend, OperationJournal operationJournal) {
        this.backend = backend;
        this.operationJournal = operationJournal;
    }

    @Description("Lists the automations with position, lag, outbox, timers, refusals and dead letters")
    @GetMapping
    Mono<List<AutomationStatus>> all(Caller caller) {
        return backend.ask(caller, new FindAutomations(caller.account()));
    }

    @Description("Pauses an automation within a second")
    @Access(lock = Lock.OPERATOR)
    @PostMapping("/{name}/pause")
    Mono<AutomationStatus> pause(Caller caller, ServerWebExchange exchange, @Params Named in) {
        return recordAndExecute(
                caller, exchange, in.name(), in.name(), new PauseAutomation(caller.account(), in.name()));
    }

    @Description("Resumes an automation where it stopped")
    @Access(lock = Lock.OPERATOR)
    @PostMapping("/{name}/resume")
    Mono<AutomationStatus> resume(Caller caller, ServerWebExchange exchange, @Params Named in) {
        return recordAndExecute(
                caller, exchange, in.name(), in.name(), new ResumeAutomation(caller.account(), in.name()));
    }

    @Description("Retries a held-up event, timer or command within a second, and then those that wait for it")
    @PostMapping("/{name}/retry")
    Mono<AutomationStatus> retry(Caller caller, ServerWebExchange exchange, @Params Retry in) {
        long ordinal = in.ordinal() == null ? 0 : in.ordinal();
        // The journal names no timer: its text is the caller's until the dead letter is found.
        String target = in.name() + " " + in.position() + "/" + ordinal + (in.timer() == null ? "" : " of a timer");
        var operation = new RetryAutomation(caller.account(), in.name(), in.position(), ordinal, in.timer());
        return recordAndExecute(caller, exchange, in.name(), target, operation);
    }

    private Mono<AutomationStatus> recordAndExecute(
            Caller caller,
            ServerWebExchange exchange,
            String name,
            String target,
            OperationsQuery<AutomationStatus> operation) {
        Mono<Boolean> known = backend.ask(caller, new FindAutomations(caller.account()))
                .map(all -> all.stream().anyMatch(one -> one.name().equals(name)));
        return operationJournal.recordAndExecute(caller, exchange, operation, target, known);
    }
}
