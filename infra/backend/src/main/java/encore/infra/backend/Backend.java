package encore.infra.backend;

import encore.kernel.Command;
import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Is what the gateway knows of the rest. All calls fail with a {@link encore.kernel.Refusal} when a rule says no. */
public interface Backend {

    /** Sends a command; the answer comes after its events are durable, and the caller's position moves on. */
    <R> Mono<R> send(Caller caller, Command<R> command);

    /** Asks the projections, at the caller's minimum position. */
    <R> Mono<R> ask(Caller caller, Query<R> query);

    /** Sends a command that saves a record, and answers the record as the projections have it after the command. */
    default <S, R> Mono<R> save(Caller caller, Command.Save<S, R> command) {
        return send(caller, command).flatMap(saved -> ask(caller, command.record(saved)));
    }

    /** Tells what a gateway must know at once, from the start on: keys, limits, origins. See {@link Control}. */
    Flux<Control> control();

    /**
     * Tells how far an account has news, pushed by one query node: see {@link QuerySide#news}. Ends when it is to be
     * followed anew.
     */
    Flux<Long> news(long account);

    /** Whether this process has to be started anew: a side in it takes no more writes. */
    default boolean isBroken() {
        return false;
    }

    /** Says in a sentence what keeps writes away here until it is set right; null when nothing does, or others are asked. */
    default @Nullable String trouble() {
        return null;
    }

    /** The nodes of both sides as they are seen from here; empty when both sides are in this JVM. */
    default List<Node> nodes() {
        return List.of();
    }

    /**
     * A process of a side.
     *
     * @param side {@code command} or {@code query}
     * @param address where it is looked for
     * @param node its name, or null when it was never reached
     * @param up whether it is sent requests now
     */
    record Node(String side, String address, @Nullable String node, boolean up) {}
}
