package encore.command.axon;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.kernel.Command;
import encore.kernel.PositionedAnswer;
import encore.kernel.Refusal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandResultMessage;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.modelling.command.AggregateNotFoundException;

/**
 * Decides a command once, in a new unit of work of Axon on the current thread, and waits until everything that the
 * decision depends on is durable.
 */
final class UnitOfWorkDispatcher {

    private final CommandBus bus;
    private final EventLog log;
    private final AggregateCache cache;
    private final AggregateLocks locks;

    UnitOfWorkDispatcher(CommandBus bus, EventLog log, AggregateCache cache, AggregateLocks locks) {
        this.bus = bus;
        this.log = log;
        this.cache = cache;
        this.locks = locks;
    }

    /** @param steps what the context's handler sends further commands with */
    CommandResult decide(CommandContext context, StepDispatch steps) {
        CompletableFuture<CommandResultMessage<?>> result = new CompletableFuture<>();
        bus.dispatch(
                new GenericCommandMessage<Command<?>>(context.command(), Map.of(CommandContext.KEY, context)),
                (message, answer) -> result.complete(answer));
        CommandResultMessage<?> answer = result.join();
        awaitBasis(context, answer);
        requireLatestState(context, answer);
        if (answer.isExceptional()) {
            throw toRuntimeException(answer.exceptionResult());
        }
        if (context.hasClaimsWithoutEvents()) {
            throw new IllegalStateException(
                    context.command().getClass().getName() + " changed claims or used a key, and applied nothing");
        }
        AppendedCommit appendedCommit = context.appended();
        if (appendedCommit != null) {
            context.noteOwn(appendedCommit);
        }
        long written = Math.max(steps.position(), appendedCommit == null ? 0 : appendedCommit.last());
        Object payload = answer.getPayload();
        return new CommandResult(
                appendedCommit == null ? payload : withPosition(payload, appendedCommit.last()),
                written > 0 ? written : log.head());
    }

    /** Fills the position of the commit's last event into an answer that has one. */
    static Object withPosition(Object answer, long position) {
        return answer instanceof PositionedAnswer<?> open ? open.withPosition(position) : answer;
    }

    /**
     * Waits until every commit that the decision depends on is durable. No outcome, not even a refusal, is answered
     * before.
     */
    private void awaitBasis(CommandContext context, CommandResultMessage<?> answer) {
        if (answer.isExceptional() && answer.exceptionResult() instanceof AppendFailure) {
            return;
        }
        try {
            context.awaitDurable();
        } catch (AppendFailure failure) {
            String stream = context.loadedStream();
            if (stream != null) {
                locks.dropUnlessBusy(stream);
            }
            throw failure;
        }
    }

    /**
     * Checks that a decision without events was made on the stream's latest state. No append checks it, and when other
     * nodes write as well, the cached aggregate may have been behind.
     */
    private void requireLatestState(CommandContext context, CommandResultMessage<?> answer) {
        boolean decided = !answer.isExceptional() || answer.exceptionResult() instanceof Refusal;
        if (log.isShared() && decided && context.appended() == null && !context.isUpToDate()) {
            AppendFailure.SequenceTaken stale = context.staleDecision();
            cache.remove(context.loadedStream());
            throw stale;
        }
    }

    private RuntimeException toRuntimeException(Throwable failure) {
        return switch (failure) {
            case Refusal refusal -> refusal;
            case AppendFailure lost -> lost;
            case AggregateNotFoundException missing -> Refusal.unknown("There is no such thing.");
            case LockAcquisitionFailedException busy -> OptimisticRetry.lostRace(log);
            case RuntimeException fault -> fault;
            default -> new IllegalStateException(failure);
        };
    }
}
