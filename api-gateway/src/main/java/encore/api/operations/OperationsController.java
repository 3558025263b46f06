package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.operations.OperationsQuery.JournalFilter;
import encore.kernel.operations.OperationsQuery.Period;
import encore.kernel.paging.Paging.NextKey;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows the journal of operations. */
@RestController
@Access(scope = "manage", lock = Lock.SECRET, operatorToo = true)
@RequestMapping("/api/v1/manage/operations")
class OperationsController {

    private static final Pages.Next PAGES = Pages.next("next_operation_key");
    private static final int ROWS = 100;

    @AscendingRange(start = "startTimestamp", end = "endTimestamp")
    record Find(
            @Description("The actor, as entries name it: key: and the api_key, or operator.") @Nullable @Size(max = 255)
            String actor,

            @Description("The name of a command or an order.") @Nullable @Size(max = 64)
            String operation,

            @Description("Only entries from this time.") @Nullable
            Instant startTimestamp,

            @Description("Only entries up to this time.") @Nullable
            Instant endTimestamp,

            @Nullable @Min(1) @Max(500) Integer limit,

            @Nullable @Pattern(regexp = "\\d{1,15}") String nextOperationKey) {

        JournalFilter filter() {
            return new JournalFilter(actor, operation, new Period(startTimestamp, endTimestamp));
        }

        NextKey paging() {
            return new NextKey(nextOperationKey, limit == null ? ROWS : limit);
        }
    }

    private final Backend backend;

    OperationsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists management actions, newest first: those of the account, or all of them for the operator")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Operation>> all(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindOperations(caller.account(), in.filter(), in.paging()))
                .map(page -> PAGES.answer(in.paging(), page));
    }
}
