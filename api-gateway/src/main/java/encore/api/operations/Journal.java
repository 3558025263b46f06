package encore.api.operations;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.problems.RequestIds;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.StoredNames;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.OperationsQuery;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Records every operation durably in the log before it is executed. */
@Component
class Journal {

    private final Backend backend;

    Journal(Backend backend) {
        this.backend = backend;
    }

    /**
     * Records an operation and then executes it.
     *
     * @param known whether the target exists; an operation on an unknown target is answered with 404 and not recorded
     */
    <R> Mono<R> order(
            Caller caller, ServerWebExchange exchange, OperationsQuery<R> order, String target, Mono<Boolean> known) {
        return known.filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(Problem::unknown))
                .flatMap(there -> backend.send(
                        caller,
                        new RecordOperation(
                                new OperationId(caller.account(), Ids.uid()),
                                StoredNames.of(order.getClass()),
                                target,
                                RequestIds.of(exchange))))
                .flatMap(recorded -> backend.ask(caller, order));
    }
}
