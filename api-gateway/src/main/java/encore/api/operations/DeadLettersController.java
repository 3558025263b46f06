package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.journal.OperationJournal;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.DeadLetter;
import encore.kernel.operations.DeadLetterOutcome;
import encore.kernel.operations.OperationsQuery;
import encore.kernel.operations.OperationsQuery.DiscardDeadLetter;
import encore.kernel.operations.OperationsQuery.FindDeadLetters;
import encore.kernel.operations.OperationsQuery.RetryDeadLetter;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Shows, retries and discards events that a projection could not apply: the account's own, or for the operator all. */
@RestController
@Access(scope = "manage", area = Area.SYSTEM, lock = Lock.SECRET, operatorToo = true)
@RequestMapping("/api/v1/manage/dead_letters")
class DeadLettersController {

    private static final int ROWS = 500;

    record Find(
            @Description("Only dead letters of this projection.") @Nullable @Size(max = 64)
            String projection) {}

    record One(@Size(max = 64) String projection, @Min(1) long position) {}

    private final Backend backend;
    private final OperationJournal operationJournal;

    DeadLettersController(Backend backend, OperationJournal operationJournal) {
        this.backend = backend;
        this.operationJournal = operationJournal;
    }

    @Description("Lists events that a serving projection could not apply, with the cause")
    @GetMapping
    Flux<DeadLetter> all(Caller caller, @Params Find in) {
        return Pages.all(after ->
                backend.ask(caller, new FindDeadLetters(caller.account(), in.projection(), new NextKey(after, ROWS))));
    }

    @Description("Retries an event, and those of its stream that wait for it")
    @PostMapping("/retry")
    Mono<DeadLetterOutcome> retry(Caller caller, ServerWebExchange exchange, @Params One in) {
        return recordAndExecute(
                caller, exchange, in, new RetryDeadLetter(caller.account(), in.projection(), in.position()));
    }

    @Description("Discards an event, and tries those of its stream that wait for it")
    @PostMapping("/discard")
    Mono<DeadLetterOutcome> discard(Caller caller, ServerWebExchange exchange, @Params One in) {
        return recordAndExecute(
                caller, exchange, in, new DiscardDeadLetter(caller.account(), in.projection(), in.position()));
    }

    /**
     * Records and executes an operation on a dead letter. To check that the letter exists and belongs to the caller, it
     * asks for the page after the position before the letter's: that page begins with the letter.
     */
    private Mono<DeadLetterOutcome> recordAndExecute(
            Caller caller, ServerWebExchange exchange, One in, OperationsQuery<DeadLetterOutcome> operation) {
        NextKey before = new NextKey(in.projection() + "." + (in.position() - 1), 1);
        Mono<Boolean> known = backend.ask(caller, new FindDeadLetters(caller.account(), in.projection(), before))
                .map(page -> page.rows().stream().anyMatch(letter -> letter.position() == in.position()));
        return operationJournal.recordAndExecute(
                caller, exchange, operation, in.projection() + " " + in.position(), known);
    }
}
