package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.projection.BoundHandlers;
import encore.query.projection.Projection;
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
    static final int MARK = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionRunner.class);
    private static final int BATCH = 2_000;
    private static final int FAR_BEHIND = 20_000;

    /**
     * How long a position may stay unstored when the events before it were of other types and no other node waits for
     * it.
     */
    private static final long SKIPPED = Duration.ofSeconds(5).toNanos();

    private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(2).toNanos();

    private final BoundHandlers bound;
    private final Views.Version version;
    private final Views.Segment segment;
    private final int index;
    private final int segments;
    private final EventTail tail;
    private final TailPages pages;
    private final @Nullable SegmentOwnership sharing;
    private final Runnable ended;
    private final LongSupplier lowest;
    private final Waiting waiting;
    private final Rests rests;
    private final Rate rate = new Rate();
    private final ReentrantLock turn = new ReentrantLock(true);
    private final DeadLetterQueue letters;
    private final EventApplier applying;
    private final InMemoryState memory;
    private final Thread thread;
    private final AutoCloseable news;

    private volatile boolean owning;
    private volatile long told;
    private boolean prepared;
    private long position;
    private long stored;
    private long storedAt = System.nanoTime();
    private volatile @Nullable String trouble;

    /**
     * Prepares a runner; {@link #start} starts it.
     *
     * @param index the partition's number
     * @param sharing says whether this process writes the documents or only follows another; null when it is alone
     * @param ended is called when a stream's end was applied, and when a version has been filled: removed data then has
     *     to leave the files
     * @param lowest returns the position of the partition that is furthest behind
     */
    ProjectionRunner(
            BoundHandlers bound,
            Views.Version version,
            int index,
            EventTail tail,
            boolean serves,
            @Nullable SegmentOwnership sharing,
            Runnable ended,
            LongSupplier lowest) {
        this.bound = bound;
        this.version = version;
        this.index = index;
        this.segments = version.segments().size();
        this.segment = version.segments().get(index);
        this.tail = tail;
        this.pages = new TailPages(tail, bound.wanted());
        this.sharing = sharing;
        this.owning = sharing == null;
        this.ended = ended;
        this.lowest = lowest;
        String name = "projection-" + bound.name + ".v" + version.number() + (segments == 1 ? "" : "." + index);
        this.letters = new DeadLetterQueue(segment);
        this.applying = new EventApplier(bound, version, index, letters, name);
        Projection.InMemory held = serves && bound.projection instanceof Projection.InMemory one ? one : null;
        this.memory = new InMemoryState(version, letters, pages, name, held);
        // Until the memory is loaded, no query is answered, not even at position 0.
        this.waiting = new Waiting(held == null ? 0 : -1);
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::follow);
        this.rests = new Rests(thread, waiting);
        this.news = tail.onNews(bound.eventTypes(), rests::news);
    }

    /** Starts the runner, after all partitions were created. */
    void start() {
        thread.start();
    }

    /** Returns the position at which queries are answered: the documents are stored, and the memory has followed. */
    long reached() {
        return Math.max(0, waiting.reached());
    }

    /** Returns whether queries at this position can be answered. */
    boolean hasReached(long wantedPosition) {
        return waiting.reached() >= wantedPosition;
    }

    CompletableFuture<Boolean> whenReached(long wantedPosition) {
        CompletableFuture<Boolean> there = waiting.until(wantedPosition);
        if (!there.isDone()) {
            // Events of other types do not wake the runner, but they count for the position.
            rests.wake();
            if (sharing != null && !owning) {
                tellTheOwner(wantedPosition);
            }
        }
        return there;
    }

    private void tellTheOwner(long wantedPosition) {
        try {
            if (sharing != null && wantedPosition > told) {
                told = wantedPosition;
                sharing.await(bound.name, index, wantedPosition);
            }
        } catch (ViewsUnavailable e) {
            LOG.debug("{} could not tell the owner that a query waits", thread.getName());
        }
    }

    /** Records that a query on another node waits for this position. It is published as soon as it is reached. */
    void awaited(long wantedPosition) {
        rests.awaited(wantedPosition);
    }

    /**
     * Reacts to a change of ownership: this process has become the owner, or is to stop being it. Returns when nothing
     * is being written.
     */
    void ownerChanged() {
        rests.wake();
        inTurn(() -> true);
    }

    double eventsPerSecond() {
        return rate.perSecond();
    }

    /** Returns the failure for which the runner retries, or null while it makes progress. */
    @Nullable
    String trouble() {
        return trouble;
    }

    private void follow() {
        long pause = FIRST_PAUSE;
        while (!rests.areOver()) {
            try {
                rests.looks();
                boolean more = inTurn(() -> step(Long.MAX_VALUE));
                if (trouble != null) {
                    LOG.info("{} has recovered", thread.getName());
                    trouble = null;
                }
                pause = FIRST_PAUSE;
                if (!more) {
                    rest();
                }
                if (owning && isNear(position)) {
                    rests.gather(position);
                }
            } catch (RuntimeException e) {
                // The store or the log failed, not the event. Nothing is skipped; the step is retried.
                if (trouble == null) {
                    LOG.warn("{} failed and will retry: {}", thread.getName(), place(e));
                }
                trouble = e.getClass().getSimpleName();
                inTurn(this::trustNothingUnknown);
                LockSupport.parkNanos(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            }
        }
    }

    /**
     * Checks whether the last batch was committed, which only the store knows. If it was not, position and memory are
     * still right.
     */
    private boolean trustNothingUnknown() {
        try {
            prepared = prepared && segment.position() == stored;
        } catch (RuntimeException e) {
            prepared = false;
        }
        return prepared;
    }

    /** Returns the exception's type and place without its message, which may quote an event. */
    private static String place(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String why = e instanceof ViewsUnavailable || e instanceof BeyondTheLog
                ? e.toString()
                : e.getClass().getName();
        return trace.length == 0 ? why : why + " at " + trace[0];
    }

    private void rest() {
        if (owning) {
            rests.rest(position, this::dueToStore);
        } else {
            rests.trail();
        }
    }

    private boolean dueToStore() {
        return inTurn(() -> stored != position && System.nanoTime() - storedAt > SKIPPED);
    }

    /** Runs an action while the runner does nothing else. */
    <R> R inTurn(Supplier<R> work) {
        turn.lock();
        try {
            return work.get();
        } finally {
            turn.unlock();
        }
    }

    /** Returns the last position read. Call it inside {@link #inTurn}. */
    long position() {
        prepare();
        return position;
    }

    /** Takes over the memory, loaded from this version's documents, or releases it. Call it inside {@link #inTurn}. */
    void remember(Projection.@Nullable InMemory held) {
        memory.hold(held);
        if (held != null && owns()) {
            prepare();
            memory.follow(position);
        } else if (held != null) {
            // Queries are answered from the memory at once, up to the position that was published for the documents.
            memory.follow(waiting.reached());
        }
    }

    /**
     * Releases the memory for another version, which is not ready yet. Queries here cannot go beyond the memory's
     * position. Call it inside {@link #inTurn}.
     */
    void handOver() {
        memory.handOver();
    }

    /**
     * Ends the hand-over: queries go to the other version from now on, also those that wait here for a later position.
     * Call it inside {@link #inTurn}.
     */
    void handedOver() {
        memory.handedOver();
        rests.wake();
    }

    /**
     * Returns whether this process writes now. When it has just become the owner, it shuts out the owner before. Call
     * it inside {@link #inTurn}.
     */
    private boolean owns() {
        if (sharing != null) {
            boolean mine = sharing.owns(bound.name, index);
            if (mine && !owning) {
                segment.takeOver();
                memory.forgetWhatWasMissed();
                prepared = false;
            }
            owning = mine;
        }
        return owning;
    }

    /**
     * Refuses documents of events that the log does not have. The log was cut, and the events that replace the missing
     * ones would never be applied.
     */
    private long mustNotBeBeyond(long found) {
        long head = tail.head();
        if (found > head) {
            throw new BeyondTheLog(thread.getName(), found, head);
        }
        return found;
    }

    private void prepare() {
        if (!owns()) {
            throw new ViewsUnavailable(new IllegalStateException("another process writes " + bound.name + " now"));
        }
        if (prepared) {
            return;
        }
        applying.prepare();
        position = mustNotBeBeyond(segment.position());
        memory.follow(position);
        // The memory knows that there are no documents, and follows along with them.
        if (position == 0 && tail.head() > MARK && !version.filling() && version.isUntouched()) {
            version.fill();
        }
        stored = position;
        prepared = true;
        waiting.moveTo(memory.reached(position));
        rate.moved(position);
    }

    /**
     * Applies one batch, up to the given position. Returns whether there may be more events. Call it inside {@link
     * #inTurn}.
     */
    boolean step(long upTo) {
        if (!owns()) {
            return trail();
        }
        prepare();
        // The partition that comes near the log's head last finds that all of them are near.
        if (version.filling() && isNear(position) && (segments == 1 || isNear(lowest.getAsLong()))) {
            version.filled();
            wasFilled(position);
        }
        long mark = (position / MARK + 1) * MARK;
        // A large batch saves transactions, of which a version that is filled has few. A small batch saves memory, and
        // pauses that readers would notice.
        long most = tail.head() - position > FAR_BEHIND && !version.filling() ? MARK : BATCH;
        Stretch<Recorded> events = pages.take(position, (int) Math.min(most, Math.min(mark, upTo) - position));
        long last = events.end();
        if (last == position) {
            if (stored != position && (rests.isAwaitedBehind(stored) || System.nanoTime() - storedAt > SKIPPED)) {
                storeSkipped(position);
            }
            return false;
        }
        List<Recorded> own = applying.own(events.events());
        if (!own.isEmpty()) {
            apply(own, last);
        } else if (last == mark) {
            store(last);
        } else if (rests.isAwaitedBehind(stored) || System.nanoTime() - storedAt > SKIPPED) {
            storeSkipped(last);
        }
        position = last;
        memory.moveTo(last);
        rate.moved(last);
        waiting.moveTo(memory.reached(last));
        return true;
    }

    /** Loads the memory that was missing when filling began, or was lost since: the documents can be read now. */
    private void wasFilled(long last) {
        // A memory that existed all the time has seen these events already.
        memory.moveTo(last);
        memory.follow(last);
        waiting.moveTo(memory.reached(last));
        ended.run();
    }

    private boolean isNear(long reached) {
        return tail.head() - reached <= BATCH;
    }

    /**
     * Follows the position that the owner has published, with the memory. Returns whether there may be more. Call it
     * inside {@link #inTurn}.
     */
    private boolean trail() {
        prepared = false;
        long published = segment.position();
        if (waiting.reached() <= 0) {
            // Afterwards this process may lag behind the owner for a moment, which is no fault.
            mustNotBeBeyond(published);
        }
        memory.forgetWhatWasMissed();
        long before = memory.reached(published);
        boolean there;
        try {
            there = memory.followSome(published);
        } catch (InMemoryState.StillMoving e) {
            beStill();
            return true;
        }
        long reached = memory.reached(published);
        position = published;
        stored = published;
        rate.moved(reached);
        waiting.moveTo(reached);
        // Without new events, this process's log lags for a moment. That is no reason to loop without a pause.
        return !there && reached > before;
    }

    /** Asks to become the owner: the memory can then be loaded while no other process writes. */
    private void beStill() {
        if (sharing != null) {
            sharing.want(bound.name, index);
            LockSupport.parkNanos(FIRST_PAUSE);
        }
    }

    /** Stores the position alone, after events of other types. */
    private void store(long last) {
        applying.moveTo(last);
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

    private void apply(List<Recorded> events, long last) {
        boolean wasFilling = version.filling();
        List<Recorded> applied = applying.apply(events, stored, last);
        stored(last);
        rests.applied();
        loadIfNot(memory.applied(applied));
        if (wasFilling && !version.filling()) {
            // A version that has become large is indexed before it is near the head, and that ends its filling.
            wasFilled(last);
        } else if (applied.stream().anyMatch(event -> event.event() instanceof Event.Ending)) {
            ended.run();
        }
    }

    private void loadIfNot(boolean followed) {
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
        return inTurn(() -> {
            prepare();
            return retryAll(letters.at(letterPosition).stream());
        });
    }

    /** Skips an event for good and retries the waiting events of its stream. Returns the same as {@link #retry}. */
    boolean discard(long letterPosition) {
        return inTurn(() -> {
            prepare();
            Letter letter = letters.at(letterPosition);
            applying.discard(letter, position);
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
            Recorded event = tail.read(letter.position() - 1, 1).getFirst();
            boolean applied = applying.retry(letter, event, position);
            stored(position);
            if (!applied) {
                return false;
            }
            memory.deleteImage();
            loadIfNot(memory.appliedLate(event));
            if (event.event() instanceof Event.Ending) {
                ended.run();
            }
        }
        applying.free(stream);
        return true;
    }

    @Override
    public void close() {
        rests.end();
        try {
            news.close();
            thread.join(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("{} could not unsubscribe from the log", thread.getName(), e);
        }
        if (!thread.isAlive()) {
            inTurn(this::leaveImage);
        }
        pages.close();
        waiting.end();
    }

    private boolean leaveImage() {
        boolean isRight = owning && prepared;
        if (isRight) {
            try {
                memory.leaveImage(stored);
            } catch (RuntimeException e) {
                LOG.warn("{} could not write an image of its memory: {}", thread.getName(), place(e));
            }
        }
        return isRight;
    }
}
