package encore.command.axon;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.axon.CommandOrigin;
import encore.kernel.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;

/** Sends further commands on behalf of a stateless handler, within one attempt. */
final class StepDispatch implements Dispatch {

    private final IdempotentReceiver idempotentReceiver;
    private final CommandOrigins commandOrigins;
    private final CommandOrigin origin;
    private final CallScope scope;
    private int lastOrdinal;
    private long position;

    StepDispatch(
            IdempotentReceiver idempotentReceiver,
            CommandOrigins commandOrigins,
            CommandOrigin origin,
            CallScope scope) {
        this.idempotentReceiver = idempotentReceiver;
        this.commandOrigins = commandOrigins;
        this.origin = origin;
        this.scope = scope;
    }

    /** Returns the last position that its commands wrote or were decided at; 0 when it sent none. */
    long position() {
        return position;
    }

    @Override
    public <R> R sendLast(Command<R> command) {
        return run(() -> idempotentReceiver.attempt(origin, command, scope));
    }

    @Override
    public <R> R send(Command<R> command) {
        CommandOrigin step = commandOrigins.repeatableStep(origin, lastOrdinal++);
        return run(() -> idempotentReceiver.decideOnce(step, command, true, scope));
    }

    @Override
    public void skipStep() {
        lastOrdinal++;
    }

    @Override
    public <R> List<R> sendAll(List<? extends Command<R>> commands) {
        return sendTogether(commands, ordinal -> commandOrigins.repeatableStep(origin, ordinal));
    }

    @Override
    public <R> void sendAllOnEachAttempt(List<? extends Command<R>> commands) {
        sendTogether(commands, ordinal -> CommandOrigins.step(origin, ordinal));
    }

    private <R> List<R> sendTogether(List<? extends Command<R>> commands, IntFunction<CommandOrigin> as) {
        List<CompletableFuture<CommandResult>> running = new ArrayList<>(commands.size());
        for (Command<R> command : commands) {
            CommandOrigin step = as.apply(lastOrdinal++);
            running.add(start(() -> idempotentReceiver.decideOnce(step, command, true, scope)));
        }
        // All commands end before the refusal of one is thrown: a command that still runs after the answer would
        // surprise the caller.
        running.forEach(one -> one.handle((done, failure) -> done).join());
        return running.stream().map(this::<R>answer).toList();
    }

    /**
     * Runs a step on this thread, since a new thread would be waited for just as long. The current unit of work must not
     * become the parent of the step's.
     */
    private <R> R run(Supplier<CommandResult> step) {
        UnitOfWork<?> ours = CurrentUnitOfWork.get();
        CurrentUnitOfWork.clear(ours);
        try {
            return answer(step.get());
        } finally {
            CurrentUnitOfWork.set(ours);
        }
    }

    private static CompletableFuture<CommandResult> start(Supplier<CommandResult> step) {
        CompletableFuture<CommandResult> done = new CompletableFuture<>();
        Thread.ofVirtual().name("step").start(() -> {
            try {
                done.complete(step.get());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Command<R> names its answer.
    private <R> R answer(CommandResult found) {
        position = Math.max(position, found.position());
        return (R) found.answer();
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // as above
    private <R> R answer(CompletableFuture<CommandResult> done) {
        try {
            return answer(done.join());
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
