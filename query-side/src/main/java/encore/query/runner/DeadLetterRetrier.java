package encore.query.runner;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.kernel.Event;
import encore.query.batches.EventApplier;

/**
 * Retries or discards the dead letters of one partition when an operator asks for it. It runs on the thread of that
 * request, under the runner's lock, in the process that owns the partition.
 */
final class DeadLetterRetrier {

    private final RunnerContext context;
    private final EventApplier applier;
    private final PartitionOwner owner;
    private final Runnable onRemoval;

    /** @param onRemoval is called when the end of a stream was applied: removed data then has to leave the files */
    DeadLetterRetrier(RunnerContext context, EventApplier applier, PartitionOwner owner, Runnable onRemoval) {
        this.context = context;
        this.applier = applier;
        this.owner = owner;
        this.onRemoval = onRemoval;
    }

    /** Returns whether the partition has a dead letter at a position. Needs no lock: it only asks the store. */
    boolean has(long letterPosition) {
        return context.letters().has(letterPosition);
    }

    /**
     * Retries a dead letter, and then the waiting events of its stream, in order.
     *
     * @return whether the whole stream is applied now
     */
    boolean retry(RunnerState state, long letterPosition) {
        state.lock.lock();
        try {
            owner.prepare(state);
            return retryAll(state, context.letters().at(letterPosition).stream());
        } finally {
            state.lock.unlock();
        }
    }

    /** Skips an event for good and retries the waiting events of its stream. Returns the same as {@link #retry}. */
    boolean discard(RunnerState state, long letterPosition) {
        state.lock.lock();
        try {
            owner.prepare(state);
            Letter letter = context.letters().at(letterPosition);
            applier.discard(letter, state.position);
            state.recordStored(state.position);
            context.memory().deleteImage();
            return retryAll(state, letter.stream());
        } finally {
            state.lock.unlock();
        }
    }

    @GuardedBy("state.lock")
    private boolean retryAll(RunnerState state, String stream) {
        for (Letter letter : context.letters().of(stream)) {
            RecordedEvent event = context.tail().read(letter.position() - 1, 1).getFirst();
            boolean applied = applier.retry(letter, event, state.position);
            state.recordStored(state.position);
            if (!applied) {
                return false;
            }
            context.memory().deleteImage();
            owner.reloadUnless(state, context.memory().appliedLate(event));
            if (event.event() instanceof Event.FinalEvent) {
                onRemoval.run();
            }
        }
        applier.unblock(stream);
        return true;
    }
}
