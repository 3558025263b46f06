package encore.infra.backend;

import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.errors.ErrorGuard;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import encore.kernel.Command;
import encore.kernel.Query;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls both sides in this JVM. */
public final class DirectBackend implements Backend {

    private final CommandSide commands;
    private final QuerySide queries;

    public DirectBackend(CommandSide commands, QuerySide queries) {
        this.commands = commands;
        this.queries = queries;
    }

    @Override
    @SuppressWarnings("unchecked") // Command<R> names its answer, and the handlers' types are checked at start.
    public <R> Mono<R> send(Caller caller, Command<R> command) {
        return ErrorGuard.of(Mono.fromFuture(() -> commands.handle(new CommandRequest(
                        caller.account(),
                        caller.actor(),
                        caller.context().nextRequestId(),
                        caller.context().fingerprint(),
                        command,
                        caller.context().minPosition(),
                        false,
                        caller.context().takeIfMatch()))))
                .map(done -> {
                    caller.context().recordCommand(done.position(), done.isRepeat());
                    return (R) done.answer();
                });
    }

    @Override
    @SuppressWarnings("unchecked") // Query<R> names its answer, and the handlers' types are checked at start.
    public <R> Mono<R> ask(Caller caller, Query<R> query) {
        RequestContext context = caller.context();
        return ErrorGuard.of(Mono.deferContextual(subscriber -> Mono.fromFuture(queries.answer(new QueryRequest(
                        context.minPosition(), context.maxWait(), context.strict(), Pace.of(subscriber), query)))))
                .map(found -> {
                    context.recordLag(found.lag());
                    context.recordRead(found.position());
                    return (R) found.answer();
                });
    }

    @Override
    public boolean isBroken() {
        return commands.isBroken();
    }

    @Override
    public @Nullable String problem() {
        return commands.problem();
    }

    @Override
    public @Nullable String warning() {
        return commands.warning();
    }

    @Override
    public Flux<ControlMessage> control() {
        return ErrorGuard.of(queries.control());
    }

    @Override
    public Flux<Long> news(long account) {
        return ErrorGuard.of(queries.accountPositions(account));
    }

    @Override
    public Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return ErrorGuard.of(queries.presence(reports));
    }

    @Override
    public Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return ErrorGuard.of(queries.calls(reports));
    }
}
