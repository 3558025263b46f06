package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Paging.NextKey;
import encore.kernel.operations.DeadLetter;
import encore.kernel.operations.OperationsQuery.DiscardDeadLetter;
import encore.kernel.operations.OperationsQuery.FindDeadLetters;
import encore.kernel.operations.OperationsQuery.RetryDeadLetter;
import encore.kernel.operations.SettledLetter;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Events of the account that a projection could not apply. */
@RestController
@Access(scope = "manage", lock = Lock.SECRET)
@RequestMapping("/api/v1/manage/dead_letters")
class DeadLettersController {

    private static final int ROWS = 500;

    record Find(
            @Description("Of this projection only.") @Nullable @Size(max = 64)
            String projection) {}

    record One(@Size(max = 64) String projection, @Min(1) long position) {}

    private final Backend backend;

    DeadLettersController(Backend backend) {
        this.backend = backend;
    }

    @Description("Events that a serving projection could not apply, with the cause")
    @GetMapping
    Flux<DeadLetter> all(Caller caller, @Params Find in) {
        return Pages.all(after ->
                backend.ask(caller, new FindDeadLetters(caller.account(), in.projection(), new NextKey(after, ROWS))));
    }

    @Description("Tries an event again, and those of its stream that wait behind it")
    @PostMapping("/retry")
    Mono<SettledLetter> retry(Caller caller, @Params One in) {
        return backend.ask(caller, new RetryDeadLetter(caller.account(), in.projection(), in.position()));
    }

    @Description("Goes on without an event, and tries those of its stream that wait behind it")
    @PostMapping("/discard")
    Mono<SettledLetter> discard(Caller caller, @Params One in) {
        return backend.ask(caller, new DiscardDeadLetter(caller.account(), in.projection(), in.position()));
    }
}
