package encore.query.runner;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.batches.DeadLetterQueue;
import encore.query.batches.EventApplier;
import encore.query.image.ImageFile;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one partition of a version of a projection along the log, on a thread of its own. Documents and position are
 * committed in one batch. Events that cannot be applied become dead letters. While the store is unavailable, the runner
 * retries.
 */
final class ProjectionRunner implements AutoCloseable {

    /** Checksums are recorded at multiples of this position, so no batch crosses one. */
    static final int MARK_INTERVAL = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionRunner.class);
    private static final int BATCH = 2_000;
    private static final int LARGE_BATCH_LAG = 20_000;

    /**
     * How long a position may stay unstored when the events before it were of other types and no other node waits for
     * it.
     */
    private static final long MAX_UNSTORED = Duration.ofSeconds(5).toNanos();

    private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long MAX_PAUSE = Duration.ofSeconds(2).toNanos();

    private final ProjectionHandlers handlers;
    private final Views.Version version;
    private final Views.Partition partition;
    private final int index;
    private final int partitions;
    private final EventTail tail;
    private final TailPages pages;
    private final @Nullable PartitionOwnership partitionOwnership;
    private final Runnable onRemoval;
    private final LongSupplier lowestPosition;
    private final PositionWaiters positionWaiters;
    private final RunnerSchedule runnerSchedule;
    private final PositionRate positionRate = new PositionRate();
    private final ReentrantLock lock = new ReentrantLock(true);
    private final DeadLetterQueue letters;
    private final EventApplier applier;
    private final ProjectionMemory memory;
    private final Thread thread;
    private final AutoCloseable newsSubscription;

    private volatile boolean isOwner;
    private volatile long announcedPosition;
    private boolean prepared;
    private long position;
    private long stored;
    private long storedAt = System.nanoTime();
    private volatile @Nullable String trouble;

    /**
     * Prepares a runner; {@link #start} starts it.
     *
     * @param index the partition's number
     * @param partitionOwnership says whether this process writes the documents or only follows another; null when it is alone
     * @param onRemoval is called when a stream's end was applied, and when a version has been filled: removed data then has
     *     to leave the files
     * @param lowestPosition returns the position of the partition that is furthest behind
     */
    ProjectionRunner(
            ProjectionHandlers handlers,
            Views.Version version,
            int index,
            EventTail tail,
            boolean serves,
            @Nullable PartitionOwnership partitionOwnership,
            Runnable onRemoval,
            LongSupplier lowestPosition) {
        this.handlers = handlers;
        this.version = version;
        this.index = index;
        this.partitions = version.partitions().size();
        this.partition = version.partitions().get(index);
        this.tail = tail;
        this.pages = new TailPages(tail, handlers.eventSelection());
        this.partitionOwnership = partitionOwnership;
        this.isOwner = partitionOwnership == null;
        this.onRemoval = onRemoval;
        this.lowestPosition = lowestPosition;
        String name = "projection-" + handlers.name + ".v" + version.number() + (partitions == 1 ? "" : "." + index);
        this.letters = new DeadLetterQueue(partition);
        this.applier = new EventApplier(handlers, version, index, letters, name);
        Projection.InMemory projectionMemory =
                serves && handlers.projection instanceof Projection.InMemory one ? one : null;
        this.memory = new ProjectionMemory(
                version, letters, pages, name, projectionMemory, imageFile(handlers, version, tail));
        // Until the memory is loaded, no query is answered, not even at position 0.
        this.positionWaiters = new PositionWaiters(projectionMemory == null ? 0 : -1);
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
        this.runnerSchedule = new RunnerSchedule(thread, positionWaiters);
        this.newsSubscription = tail.onAppended(handlers.eventTypes(), runnerSchedule::wakeForNews);
    }

    private static @Nullable ImageFile imageFile(ProjectionHandlers handlers, Views.Version version, EventTail tail) {
        Path file = version.imageFile();
        String shape = handlers.projection.shape().types() + " " + handlers.projection.revision();
        return file == null
                ? null
                : new ImageFile(file, new ImageFile.ImageOwner(handlers.name, version.number(), shape), tail::hashAt);
    }

    /** Starts the runner, after all partitions were created. */
    void start() {
        thread.start();
    }

    /** Returns the position at which queries are answered: the documents are stored, and the memory has followed. */
    long reached() {
        return Math.max(0, positionWaiters.reached());
    }

    /** Returns whether queries at this position can be answered. */
    boolean hasReached(long wantedPosition) {
        return positionWaiters.reached() >= wantedPosition;
    }

    CompletableFuture<Boolean> whenReached(long wantedPosition) {
        CompletableFuture<Boolean> there = positionWaiters.whenReached(wantedPosition);
        if (!there.isDone()) {
            // Events of other types do not wake the runner, but they count for the position.
            runnerSchedule.wake();
            if (partitionOwnership != null && !isOwner) {
                announceWait(wantedPosition);
            }
        }
        return there;
    }

    private void announceWait(long wantedPosition) {
        try {
            if (partitionOwnership != null && wantedPosition > announcedPosition) {
                announcedPosition = wantedPosition;
                partitionOwnership.announceWait(handlers.name, index, wantedPosition);
            }
        } catch (ViewsUnavailable e) {
            LOG.debug("{} could not tell the owner that a query waits", thread.getName());
        }
    }

    /** Records that a query on another node waits for this position. It is published as soon as it is reached. */
    void awaitedElsewhere(long wantedPosition) {
        runnerSchedule.awaitedElsewhere(wantedPosition);
    }

    /**
     * Reacts to a change of ownership: this process has become the owner, or is to stop being it. Returns when nothing
     * is being written.
     */
    void ownerChanged() {
        runnerSchedule.wake();
        runExclusively(() -> true);
    }

    double eventsPerSecond() {
        return positionRate.perSecond();
    }

    /** Returns the failure for which the runner retries, or null while it makes progress. */
    @Nullable
    String trouble() {
        return trouble;
    }

    private void run() {
        long pause = FIRST_PAUSE;
        while (!runnerSchedule.isEnded()) {
            try {
                runnerSchedule.beginLook();
                boolean more = runExclusively(() -> step(Long.MAX_VALUE));
                if (trouble != null) {
                    LOG.info("{} has recovered", thread.getName());
                    trouble = null;
                }
                pause = FIRST_PAUSE;
                if (!more) {
                    pause();
                }
                if (isOwner && isNear(position)) {
                    runnerSchedule.delayForBatch(position);
                }
            } catch (RuntimeException e) {
                // The store or the log failed, not the event. Nothing is skipped; the step is retried.
                if (trouble == null) {
                    LOG.warn("{} failed and will retry: {}", thread.getName(), describe(e));
                }
                trouble = e.getClass().getSimpleName();
                runExclusively(this::checkLastCommit);
                LockSupport.parkNanos(pause);
                pause = Math.min(2 * pause, MAX_PAUSE);
            }
        }
    }

    /**
     * Checks whether the last batch was committed, which only the store knows. If it was not, position and memory are
     * still right.
     */
    private boolean checkLastCommit() {
        try {
            prepared = prepared && partition.position() == stored;
        } catch (RuntimeException e) {
            prepared = false;
        }
        return prepared;
    }

    /** Returns the exception's type and place without its message, which may quote an event. */
    private static String describe(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String why = e instanceof ViewsUnavailable || e instanceof BeyondTheLog
                ? e.toString()
                : e.getClass().getName();
        return trace.length == 0 ? why : why + " at " + trace[0];
    }

    private void pause() {
        if (isOwner) {
            runnerSchedule.pauseOwner(position, this::mustStorePosition);
        } else {
            runnerSchedule.pauseFollower();
        }
    }

    private boolean mustStorePosition() {
        return runExclusively(() -> stored != position && System.nanoTime() - storedAt > MAX_UNSTORED);
    }

    /** Runs an action while the runner does nothing else. */
    <R> R runExclusively(Supplier<R> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the last position read. Call it inside {@link #runExclusively}. */
    long position() {
        prepare();
        return position;
    }

    /** Takes over the memory, loaded from this version's documents, or releases it. Call it inside {@link #runExclusively}. */
    void attachMemory(Projection.@Nullable InMemory projectionMemory) {
        memory.attach(projectionMemory);
        if (projectionMemory != null && updateOwnership()) {
            prepare();
            memory.follow(position);
        } else if (projectionMemory != null) {
            // Queries are answered from the memory at once, up to the position that was published for the documents.
            memory.follow(positionWaiters.reached());
        }
    }

    /**
     * Releases the memory for another version, which is not ready yet. Queries here cannot go beyond the memory's
     * position. Call it inside {@link #runExclusively}.
     */
    void releaseMemory() {
        memory.release();
    }

    /**
     * Ends the hand-over: queries go to the other version from now on, also those that wait here for a later position.
     * Call it inside {@link #runExclusively}.
     */
    void endHandOver() {
        memory.endHandOver();
        runnerSchedule.wake();
    }

    /**
     * Returns whether this process writes now. When it has just become the owner, it shuts out the owner before. Call
     * it inside {@link #runExclusively}.
     */
    private boolean updateOwnership() {
        if (partitionOwnership != null) {
            boolean mine = partitionOwnership.owns(handlers.name, index);
            if (mine && !isOwner) {
                partition.takeOver();
                memory.discardIfLettersRemoved();
                prepared = false;
            }
            isOwner = mine;
        }
        return isOwner;
    }

    /**
     * Refuses documents of events that the log does not have. The log was cut, and the events that replace the missing
     * ones would never be applied.
     */
    private long requireWithinLog(long found) {
        long head = tail.head();
        if (found > head) {
            throw new BeyondTheLog(thread.getName(), found, head);
        }
        return found;
    }

    private void prepare() {
        if (!updateOwnership()) {
            throw new ViewsUnavailable(new IllegalStateException("another process writes " + handlers.name + " now"));
        }
        if (prepared) {
            return;
        }
        applier.prepare();
        position = requireWithinLog(partition.position());
        memory.follow(position);
        // The memory knows that there are no documents, and follows along with them.
        if (position == 0 && tail.head() > MARK_INTERVAL && !version.isFilling() && version.isUntouched()) {
            version.startFilling();
        }
        stored = position;
        prepared = true;
        positionWaiters.moveTo(memory.reached(position));
        positionRate.record(position);
    }

    /**
     * Applies one batch, up to the given position. Returns whether there may be more events. Call it inside {@link
     * #runExclusively}.
     */
    boolean step(long upTo) {
        if (!updateOwnership()) {
            return followOwner();
        }
        prepare();
        // The partition that comes near the log's head last finds that all of them are near.
        if (version.isFilling() && isNear(position) && (partitions == 1 || isNear(lowestPosition.getAsLong()))) {
            version.finishFilling();
            afterFilling(position);
        }
        long mark = (position / MARK_INTERVAL + 1) * MARK_INTERVAL;
        // A large batch saves transactions, of which a version that is filled has few. A small batch saves memory, and
        // pauses that readers would notice.
        long batchSize = tail.head() - position > LARGE_BATCH_LAG && !version.isFilling() ? MARK_INTERVAL : BATCH;
        EventPage<RecordedEvent> events =
                pages.take(position, (int) Math.min(batchSize, Math.min(mark, upTo) - position));
        long last = events.end();
        if (last == position) {
            if (stored != position
                    && (runnerSchedule.isAwaitedAfter(stored) || System.nanoTime() - storedAt > MAX_UNSTORED)) {
                storeSkipped(position);
            }
            return false;
        }
        List<RecordedEvent> own = applier.ownPart(events.events());
        if (!own.isEmpty()) {
            apply(own, last);
        } else if (last == mark) {
            store(last);
        } else if (runnerSchedule.isAwaitedAfter(stored) || System.nanoTime() - storedAt > MAX_UNSTORED) {
            storeSkipped(last);
        }
        position = last;
        memory.moveTo(last);
        positionRate.record(last);
        positionWaiters.moveTo(memory.reached(last));
        return true;
    }

    /** Loads the memory that was missing when filling began, or was lost since: the documents can be read now. */
    private void afterFilling(long last) {
        // A memory that existed all the time has seen these events already.
        memory.moveTo(last);
        memory.follow(last);
        positionWaiters.moveTo(memory.reached(last));
        onRemoval.run();
    }

    private boolean isNear(long reached) {
        return tail.head() - reached <= BATCH;
    }

    /**
     * Follows the position that the owner has published, with the memory. Returns whether there may be more. Call it
     * inside {@link #runExclusively}.
     */
    private boolean followOwner() {
        prepared = false;
        long published = partition.position();
        if (positionWaiters.reached() <= 0) {
            // Afterwards this process may lag behind the owner for a moment, which is no fault.
            requireWithinLog(published);
        }
        memory.discardIfLettersRemoved();
        long before = memory.reached(published);
        boolean there;
        try {
            there = memory.followBatch(published);
        } catch (ProjectionMemory.NoStableState e) {
            requestOwnership();
            return true;
        }
        long reached = memory.reached(published);
        position = published;
        stored = published;
        positionRate.record(reached);
        positionWaiters.moveTo(reached);
        // Without new events, this process's log lags for a moment. That is no reason to loop without a pause.
        return !there && reached > before;
    }

    /** Asks to become the owner: the memory can then be loaded while no other process writes. */
    private void requestOwnership() {
        if (partitionOwnership != null) {
            partitionOwnership.request(handlers.name, index);
            LockSupport.parkNanos(FIRST_PAUSE);
        }
    }

    /** Stores the position alone, after events of other types. */
    private void store(long last) {
        applier.moveTo(last);
        stored(last);
    }

    /**
     * Stores a position after events of other types. A full or absent store does not matter: queries are answered at
     * this position anyway.
     */
    private void storeSkipped(long last) {
        try {
            store(last);
        } catch (ViewsUnavailable e) {
            LOG.debug("{} could not store its position and retries later", thread.getName());
            storedAt = System.nanoTime();
        }
    }

    private void stored(long last) {
        stored = last;
        storedAt = System.nanoTime();
    }

    private void apply(List<RecordedEvent> events, long last) {
        boolean wasFilling = version.isFilling();
        List<RecordedEvent> applied = applier.apply(events, stored, last);
        stored(last);
        runnerSchedule.recordApplied();
        reloadUnless(memory.applied(applied));
        if (wasFilling && !version.isFilling()) {
            // A version that has become large is indexed before it is near the head, and that ends its filling.
            afterFilling(last);
        } else if (applied.stream().anyMatch(event -> event.event() instanceof Event.FinalEvent)) {
            onRemoval.run();
        }
    }

    private void reloadUnless(boolean followed) {
        if (!followed) {
            prepared = false;
            prepare();
        }
    }

    /**
     * Retries a dead letter, and then the waiting events of its stream, in order.
     *
     * @return whether the whole stream is applied now
     */
    boolean retry(long letterPosition) {
        return runExclusively(() -> {
            prepare();
            return retryAll(letters.at(letterPosition).stream());
        });
    }

    /** Skips an event for good and retries the waiting events of its stream. Returns the same as {@link #retry}. */
    boolean discard(long letterPosition) {
        return runExclusively(() -> {
            prepare();
            Letter letter = letters.at(letterPosition);
            applier.discard(letter, position);
            stored(position);
            memory.deleteImage();
            return retryAll(letter.stream());
        });
    }

    boolean has(long letterPosition) {
        return letters.has(letterPosition);
    }

    private boolean retryAll(String stream) {
        for (Letter letter : letters.of(stream)) {
            RecordedEvent event = tail.read(letter.position() - 1, 1).getFirst();
            boolean applied = applier.retry(letter, event, position);
            stored(position);
            if (!applied) {
                return false;
            }
            memory.deleteImage();
            reloadUnless(memory.appliedLate(event));
            if (event.event() instanceof Event.FinalEvent) {
                onRemoval.run();
            }
        }
        applier.unblock(stream);
        return true;
    }

    @Override
    public void close() {
        runnerSchedule.end();
        try {
            newsSubscription.close();
            thread.join(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("{} could not unsubscribe from the log", thread.getName(), e);
        }
        if (!thread.isAlive()) {
            runExclusively(this::writeImage);
        }
        pages.close();
        positionWaiters.end();
    }

    private boolean writeImage() {
        boolean isCurrent = isOwner && prepared;
        if (isCurrent) {
            try {
                memory.writeImage(stored);
            } catch (RuntimeException e) {
                LOG.warn("{} could not write an image of its memory: {}", thread.getName(), describe(e));
            }
        }
        return isCurrent;
    }
}
