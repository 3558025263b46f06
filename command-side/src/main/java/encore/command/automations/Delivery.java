package encore.command.automations;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.process.Changes;
import encore.infra.eventstore.process.Outgoing;
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
 * Sends an automation's commands to the command side, each under the id {@code <automation>@<position>/<ordinal>}, and
 * reports their outcomes. A refusal by a rule is an outcome. A busy store or a concurrent change is tried again.
 * Everything else is a fault.
 */
final class Delivery {

    private static final int MOST_ON_THE_WAY = 32;

    private final String name;
    private final Reactions reactions;
    private final CommandSide commands;
    private final Clock clock;
    private final Runnable wake;
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private Set<String> onTheWay = Set.of();

    /**
     * An outcome of a sent command.
     *
     * @param outbox the outbox from which the command was taken; an outbox that was loaded again has the command again
     */
    private record Outcome(
            Outbox outbox, Outgoing outgoing, @Nullable Throwable failure) {}

    /** @param wake called when an outcome is ready */
    Delivery(String name, Reactions reactions, CommandSide commands, Clock clock, Runnable wake) {
        this.name = name;
        this.reactions = reactions;
        this.commands = commands;
        this.clock = clock;
        this.wake = wake;
    }

    void send(Outbox outbox, long now) {
        while (outbox.onTheWay().size() < MOST_ON_THE_WAY) {
            Outgoing next = outbox.next(now);
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

    private CompletableFuture<CommandResult> handle(Outgoing outgoing) {
        try {
            Class<? extends Command<?>> type = reactions.command(outgoing.command());
            if (type == null) {
                throw new IllegalStateException(name + " no longer sends " + outgoing.command());
            }
            Command<?> command = Json.mapper().treeToValue(outgoing.body(), type);
            String id = name + "@" + outgoing.position() + "/" + outgoing.ordinal();
            return commands.handle(
                    new CommandRequest(outgoing.account(), name, id, null, command, outgoing.position(), false));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    void takeOutcomes(ProcessState state, Changes batch) {
        for (Outcome outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
            Outgoing outgoing = outcome.outgoing();
            if (outcome.outbox() != state.outbox()) {
                state.outbox().returned(outgoing.orderKey());
                continue;
            }
            switch (outcome.failure()) {
                case null -> state.delivered(outgoing, batch);
                case Refusal refusal -> {
                    switch (refusal.kind()) {
                        case RULE, UNKNOWN -> state.refused(outgoing, refusal, clock.instant(), batch);
                        case CONFLICT, UNAVAILABLE -> state.outbox().again(outgoing, System.nanoTime());
                    }
                }
                case Throwable fault -> state.broke(outgoing, fault, batch);
            }
        }
    }

    /**
     * Remembers the commands in flight of an outbox that is dropped: no other command of their keys is sent in the
     * meantime.
     */
    void keepInMind(Outbox outbox) {
        onTheWay = Set.copyOf(outbox.onTheWay());
    }

    Set<String> onTheWay() {
        return onTheWay;
    }
}
