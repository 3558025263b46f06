package encore.infra.backend;

import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import encore.kernel.Command;
import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The gateway's access to the command side and the query side. {@link #send} and {@link #ask} fail with a
 * {@link encore.kernel.Refusal} when a rule refuses the call.
 */
public interface Backend {

    /**
     * Sends a command. The answer comes after its events are durable, and advances the minimum position of the caller's
     * context.
     */
    <R> Mono<R> send(Caller caller, Command<R> command);

    /** Asks the projections at the caller's minimum position or later. */
    <R> Mono<R> ask(Caller caller, Query<R> query);

    /** Sends a command that saves a record, and answers the record as the projections have it after the command. */
    default <S, R> Mono<R> save(Caller caller, Command.Save<S, R> command) {
        return send(caller, command).flatMap(saved -> ask(caller, command.record(saved)));
    }

    /** Streams the data that a gateway must have in memory: keys, limits, origins. See {@link ControlMessage}. */
    Flux<ControlMessage> control();

    /**
     * Streams the positions of an account's news from one query node: see {@link QuerySide#accountPositions}. When the stream ends,
     * subscribe again.
     */
    Flux<Long> news(long account);

    /**
     * Reports this gateway's connections to the query node that orders joins of live shows, and streams its news. When
     * the stream ends, another node may order them: subscribe again, and report all connections anew.
     */
    default Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return Flux.never();
    }

    /**
     * Joins this gateway to the query node that passes questions about calls on to all gateways. When the stream ends,
     * another node may join them: subscribe again.
     */
    default Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return Flux.never();
    }

    /** Returns the name of this gateway, unique in the cluster. */
    default String self() {
        return "gateway";
    }

    /** Returns whether this process must be restarted, because a side in it can no longer write. */
    default boolean isBroken() {
        return false;
    }

    /**
     * Returns a sentence about the problem that prevents writes here until somebody fixes it. Null when there is none,
     * or when other nodes are asked.
     */
    default @Nullable String problem() {
        return null;
    }

    /** Returns a sentence about a fault that prevents no call, but that an operator should know of; otherwise null. */
    default @Nullable String warning() {
        return null;
    }

    /** Returns the nodes of both sides as this process sees them; empty when both sides are in this JVM. */
    default List<Node> nodes() {
        return List.of();
    }

    /**
     * A process of a side.
     *
     * @param side {@code command} or {@code query}
     * @param address the address that is tried
     * @param node its name, or null when it was never reached
     * @param up whether requests are sent to it now
     */
    record Node(String side, String address, @Nullable String node, boolean up) {}
}
