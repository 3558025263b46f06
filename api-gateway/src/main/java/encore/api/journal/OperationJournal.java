package encore.api.journal;

import encore.api.problems.CorrelationId;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.names.StoredNames;
import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.OperationsQuery;
import encore.kernel.operations.RecordedOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Records operations durably in the log, where the journal of operations finds them. */
@Component
public class OperationJournal {

    private static final Logger LOG = LoggerFactory.getLogger(OperationJournal.class);

    private final Backend backend;

    public OperationJournal(Backend backend) {
        this.backend = backend;
    }

    /**
     * Records an operation and then executes it.
     *
     * @param known whether the target exists; an operation on an unknown target is answered with 404 and not recorded
     */
    public <R> Mono<R> recordAndExecute(
            Caller caller,
            ServerWebExchange exchange,
            OperationsQuery<R> operation,
            String target,
            Mono<Boolean> known) {
        return known.filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(Problem::unknown))
                .flatMap(there ->
                        record(caller, StoredNames.of(operation.getClass()), target, CorrelationId.of(exchange)))
                .flatMap(recorded -> backend.ask(caller, operation));
    }

    /** Records something that a call does and that changes nothing, as {@link #note(Caller, String, String, String)}. */
    public Mono<Void> note(Caller caller, ServerWebExchange exchange, String operation, String target) {
        return note(caller, operation, target, CorrelationId.of(exchange));
    }

    /**
     * Records something that changes nothing, such as a sign-in or an export. If it cannot be recorded, because the log
     * takes no writes, the Mono completes all the same: staff must be able to look at an installation in trouble. The
     * process's own log then has a warning with the same data.
     *
     * @param operation its name, in the form of a command's
     * @param target its object; no personal data
     * @param request the id of the call
     */
    public Mono<Void> note(Caller caller, String operation, String target, String request) {
        Caller own = new Caller(caller.account(), caller.actor(), RequestContext.defaults());
        return record(own, operation, target, request).then().onErrorResume(failure -> {
            LOG.atWarn()
                    .addKeyValue("account", caller.account())
                    .addKeyValue("actor", caller.actor())
                    .addKeyValue("operation", operation)
                    .addKeyValue("target", target)
                    .addKeyValue("request_id", request)
                    .log("An entry of the journal could not be recorded");
            return Mono.empty();
        });
    }

    private Mono<RecordedOperation> record(Caller caller, String operation, String target, String request) {
        return backend.send(
                caller, new RecordOperation(new OperationId(caller.account(), Ids.uid()), operation, target, request));
    }
}
