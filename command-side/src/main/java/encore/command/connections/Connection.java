package encore.command.connections;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Message;
import encore.kernel.Refusal;
import encore.kernel.connections.ConnectionCommand.ApproveConnection;
import encore.kernel.connections.ConnectionCommand.DeclineConnection;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionDeclined;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * The connection of two fans, independent of which one asked. Only the other fan approves or declines (docs/adr/0014).
 */
@Aggregate
class Connection {

    private enum State {
        NONE,
        PENDING,
        APPROVED,
        DECLINED
    }

    @AggregateIdentifier
    private @Nullable ConnectionId id;

    private State state = State.NONE;
    private long requestedBy;

    Connection() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Message decide(RequestConnection command, Streams streams) {
        bothAreKnown(command.connection(), command.requestedBy(), streams);
        theyAreTwo(command.connection());
        return switch (state) {
            case PENDING -> new Message("This connection is waiting for approval.");
            case APPROVED -> new Message("These fans are connected.");
            case NONE, DECLINED -> {
                apply(new ConnectionRequested(command.connection(), command.requestedBy()));
                yield new Message("Connection requested.");
            }
        };
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Message decide(ApproveConnection command, Streams streams) {
        bothAreKnown(command.connection(), command.decidedBy(), streams);
        onlyTheOtherFanDecidesWhilePending(command.decidedBy());
        apply(new ConnectionApproved(command.connection()));
        return new Message("Connection approved.");
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Message decide(DeclineConnection command, Streams streams) {
        bothAreKnown(command.connection(), command.decidedBy(), streams);
        onlyTheOtherFanDecidesWhilePending(command.decidedBy());
        apply(new ConnectionDeclined(command.connection()));
        return new Message("Connection declined.");
    }

    @CommandHandler
    Message decide(EndConnection command) {
        return switch (state) {
            case PENDING, APPROVED -> {
                apply(new ConnectionEnded(command.connection()));
                yield new Message("Connection ended.");
            }
            case NONE, DECLINED -> new Message("These fans are not connected.");
        };
    }

    private static void bothAreKnown(ConnectionId connection, long acting, Streams streams) {
        streams.mustBeKnown(connection.fan(acting));
        streams.mustBeOpen(connection.fan(connection.otherThan(acting)), "connected_fan_id");
    }

    private static void theyAreTwo(ConnectionId connection) {
        if (connection.low() == connection.high()) {
            throw new Refusal(RULE, "connection-with-self", "connected_fan_id", "A fan cannot connect with itself.");
        }
    }

    private void onlyTheOtherFanDecidesWhilePending(long decidedBy) {
        if (state != State.PENDING || decidedBy == requestedBy) {
            throw new Refusal(
                    RULE,
                    "connection-not-pending",
                    "connected_fan_id",
                    "No request of that fan waits for this fan's approval.");
        }
    }

    @EventSourcingHandler
    void evolve(ConnectionRequested event) {
        id = event.connection();
        state = State.PENDING;
        requestedBy = event.requestedBy();
    }

    @EventSourcingHandler
    void evolve(ConnectionApproved event) {
        state = State.APPROVED;
    }

    @EventSourcingHandler
    void evolve(ConnectionDeclined event) {
        state = State.DECLINED;
    }

    @EventSourcingHandler
    void evolve(ConnectionEnded event) {
        state = State.NONE;
    }
}
