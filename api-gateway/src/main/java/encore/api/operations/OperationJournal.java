package encore.api.operations;

import encore.api.problems.CorrelationId;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.names.StoredNames;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.OperationsQuery;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Records every operation durably in the log before it is executed. */
@Component
class OperationJournal {

    private final Backend backend;

    OperationJournal(Backend backend) {
        this.backend = backend;
    }

    /**
     * Records an operation and then executes it.
     *
     * @param known whether the target exists; an operation on an unknown target is answered with 404 and not recorded
     */
    <R> Mono<R> recordAndExecute(
            Caller caller,
            ServerWebExchange exchange,
            OperationsQuery<R> operation,
            String target,
            Mono<Boolean> known) {
        return known.filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(Problem::unknown))
                .flatMap(there -> backend.send(
                        caller,
                        new RecordOperation(
                                new OperationId(caller.account(), Ids.uid()),
                                StoredNames.of(operation.getClass()),
                                target,
                                CorrelationId.of(exchange))))
                .flatMap(recorded -> backend.ask(caller, operation));
    }
}
