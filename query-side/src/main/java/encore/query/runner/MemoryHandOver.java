package encore.query.runner;

import encore.query.projection.Projection;

/**
 * Hands a projection's memory from one version to another when queries switch versions. Only one version has the memory
 * at a time. It runs on the thread that switches, which holds the locks of both versions' runners.
 */
final class MemoryHandOver {

    private final RunnerContext context;
    private final PartitionOwner owner;
    private final RunnerSchedule runnerSchedule;

    MemoryHandOver(RunnerContext context, PartitionOwner owner, RunnerSchedule runnerSchedule) {
        this.context = context;
        this.owner = owner;
        this.runnerSchedule = runnerSchedule;
    }

    /** Takes over the memory and loads it from this version's documents. */
    void attach(RunnerState state, Projection.InMemory projectionMemory) {
        state.lock.lock();
        try {
            context.memory().attach(projectionMemory);
            if (owner.updateOwnership(state)) {
                owner.prepare(state);
                context.memory().follow(state.position);
            } else {
                // Queries are answered from the memory at once, up to the position that was published for the
                // documents.
                context.memory().follow(context.positionWaiters().reached());
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Gives up the memory. Queries no longer come to this version. */
    void detach(RunnerState state) {
        state.lock.lock();
        try {
            context.memory().attach(null);
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Releases the memory for another version, which is not ready yet. Until {@link #end}, queries still come here, and
     * cannot go beyond the position that the memory has now.
     */
    void release(RunnerState state) {
        state.lock.lock();
        try {
            context.memory().release();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Ends the hand-over: queries go to the other version from now on, also those that wait here for a later position.
     */
    void end(RunnerState state) {
        state.lock.lock();
        try {
            context.memory().endHandOver();
        } finally {
            state.lock.unlock();
        }
        runnerSchedule.wake();
    }
}
