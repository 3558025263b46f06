package encore.command.automations;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.OutboxCommand;
import encore.kernel.Command;
import encore.kernel.Refusal;
import java.time.Clock;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sends an automation's commands to the command side, each under its request id, and
 * reports their outcomes. A refusal by a rule is an outcome. A busy store or a concurrent change is tried again.
 * Everything else is a fault.
 */
final class OutboxDelivery {

    private static final int MAX_IN_FLIGHT = 32;

    private final String name;
    private final Reactions reactions;
    private final CommandSide commands;
    private final Clock clock;
    private final Runnable wake;
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private Set<String> inFlightKeys = Set.of();

    /**
     * An outcome of a sent command.
     *
     * @param outbox the outbox from which the command was taken; an outbox that was loaded again has the command again
     */
    private record Outcome(
            Outbox outbox, OutboxCommand outgoing, @Nullable Throwable failure) {}

    /** @param wake called when an outcome is ready */
    OutboxDelivery(String name, Reactions reactions, CommandSide commands, Clock clock, Runnable wake) {
        this.name = name;
        this.reactions = reactions;
        this.commands = commands;
        this.clock = clock;
        this.wake = wake;
    }

    void send(Outbox outbox, long now) {
        while (outbox.inFlightKeys().size() < MAX_IN_FLIGHT) {
            OutboxCommand next = outbox.next(now);
            if (next == null) {
                return;
            }
            handle(next).whenComplete((done, failure) -> {
                outcomes.add(new Outcome(
                        outbox, next, failure instanceof CompletionException wrapped ? wrapped.getCause() : failure));
                wake.run();
            });
        }
    }

    private CompletableFuture<CommandResult> handle(OutboxCommand outgoing) {
        try {
            Class<? extends Command<?>> type = reactions.command(outgoing.command());
            if (type == null) {
                throw new IllegalStateException(name + " no longer sends " + outgoing.command());
            }
            Command<?> command = EventJson.mapper().treeToValue(outgoing.body(), type);
            return commands.handle(new CommandRequest(
                    outgoing.account(), name, outgoing.requestId(name), null, command, outgoing.cause(), false));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    void takeOutcomes(ProcessState state, EntryChanges batch) {
        for (Outcome outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
            OutboxCommand command = outcome.outgoing();
            if (outcome.outbox() != state.outbox()) {
                state.outbox().release(command.orderKey());
                continue;
            }
            switch (outcome.failure()) {
                case null -> state.delivered(command, batch);
                case Refusal refusal -> {
                    switch (refusal.kind()) {
                        case RULE, UNKNOWN -> state.refused(command, refusal, clock.instant(), batch);
                        case CONFLICT, UNAVAILABLE -> state.outbox().retryLater(command, System.nanoTime());
                    }
                }
                case Throwable fault -> state.fail(command, fault, batch);
            }
        }
    }

    /**
     * Remembers the commands in flight of an outbox that is dropped: no other command of their keys is sent in the
     * meantime.
     */
    void rememberInFlight(Outbox outbox) {
        inFlightKeys = Set.copyOf(outbox.inFlightKeys());
    }

    Set<String> inFlightKeys() {
        return inFlightKeys;
    }
}
