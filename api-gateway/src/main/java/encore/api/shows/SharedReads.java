package encore.api.shows;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Asks equal queries once for all callers that wait. While one is answered, later callers wait for the next one, which
 * begins after all of them have come: so each is answered as fresh as if it had asked alone.
 */
@Component
public class SharedReads {

    private final Backend backend;
    private final ConcurrentMap<Query<?>, Round> rounds = new ConcurrentHashMap<>();

    SharedReads(Backend backend) {
        this.backend = backend;
    }

    /** @param context the caller's, which learns of the lag */
    private record WaitingRead(RequestContext context, Sinks.One<Object> answer) {}

    /** The callers that wait for the next answer while one is on its way. Used under its key in the map. */
    private static final class Round {
        private List<WaitingRead> next = new ArrayList<>();
    }

    /** Asks a query. It must not depend on who asks. */
    @SuppressWarnings("unchecked") // Equal queries have answers of one class.
    public <R> Mono<R> ask(Caller caller, Query<R> query) {
        return Mono.defer(() -> {
            var waiting = new WaitingRead(caller.context(), Sinks.one());
            boolean[] isFirst = new boolean[1];
            rounds.compute(query, (same, running) -> {
                if (running == null) {
                    isFirst[0] = true;
                    return new Round();
                }
                running.next.add(waiting);
                return running;
            });
            if (isFirst[0]) {
                start(caller.account(), query, List.of(waiting));
            }
            return (Mono<R>) waiting.answer().asMono();
        });
    }

    private <R> void start(long account, Query<R> query, List<WaitingRead> callers) {
        RequestContext context = strictest(callers);
        Mono.defer(() -> backend.ask(new Caller(account, "gateway", context), query))
                .doFinally(end -> startNext(account, query))
                .subscribe(
                        answer -> callers.forEach(each -> {
                            if (context.lag() > 0) {
                                each.context().recordLag(context.lag());
                            }
                            each.answer().tryEmitValue(answer);
                        }),
                        failure -> callers.forEach(each -> each.answer().tryEmitError(failure)),
                        () -> callers.forEach(each -> each.answer().tryEmitEmpty()));
    }

    private <R> void startNext(long account, Query<R> query) {
        List<WaitingRead> next = new ArrayList<>();
        rounds.computeIfPresent(query, (same, running) -> {
            next.addAll(running.next);
            running.next = new ArrayList<>();
            return next.isEmpty() ? null : running;
        });
        if (!next.isEmpty()) {
            start(account, query, next);
        }
    }

    /** Returns a context that demands what any of the callers demands. */
    private static RequestContext strictest(List<WaitingRead> callers) {
        long position = 0;
        RequestContext longest = null;
        boolean isStrict = false;
        for (WaitingRead each : callers) {
            RequestContext context = each.context();
            position = Math.max(position, context.minPosition());
            isStrict |= context.strict();
            longest = longest == null || context.maxWait().compareTo(longest.maxWait()) > 0 ? context : longest;
        }
        return longest == null
                ? RequestContext.defaults()
                : new RequestContext(null, null, position, longest.maxWait(), isStrict);
    }
}
