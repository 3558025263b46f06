package encore.infra.backend;

import encore.kernel.Command;
import encore.kernel.Query;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What the gateway knows of the rest. Both calls fail with a {@link encore.kernel.Refusal} when a rule says no. */
public interface Backend {

    /** Sends a command; the answer comes after its events are durable, and the caller's position moves on. */
    <R> Mono<R> send(Caller caller, Command<R> command);

    /** Asks the projections, at the caller's minimum position. */
    <R> Mono<R> ask(Caller caller, Query<R> query);

    /** What a gateway must know at once, from the start on: keys, limits, origins. See {@link Control}. */
    Flux<Control> control();
}
