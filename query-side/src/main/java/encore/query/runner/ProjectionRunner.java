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
 * Carries one segment of a version of a projection along the log on a thread of its own: documents and position in one
 * batch, dead letters for what cannot be applied, and patience with a store that cannot be reached.
 */
final class ProjectionRunner implements AutoCloseable {

    /** Sums are recorded at its multiples, so no batch straddles one. */
    static final int MARK = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionRunner.class);
    private static final int BATCH = 2_000;
    private static final int FAR_BEHIND = 20_000;

    /** How long a position may lie unstored behind which came nothing of its own, when nobody elsewhere waits for it. */
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
     * @param index of the segment
     * @param sharing says whether this process writes the documents or only follows who does; null when it is alone
     * @param ended is called when a stream's end was applied, and when a version is filled: what was removed has to leave
     *     the files
     * @param lowest how far the segment is that is least far
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
        // Before it is loaded nobody is answered from the memory, as if there were nothing.
        this.waiting = new Waiting(held == null ? 0 : -1);
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::follow);
        this.rests = new Rests(thread, waiting);
        this.news = tail.onNews(bound.eventTypes(), rests::news);
    }

    /** Once all segments are there. */
    void start() {
        thread.start();
    }

    /** The position that queries are answered at: documents are stored and memory has followed. */
    long reached() {
        return Math.max(0, waiting.reached());
    }

    /** Whether questions about this position are answered. */
    boolean hasReached(long wantedPosition) {
        return waiting.reached() >= wantedPosition;
    }

    CompletableFuture<Boolean> whenReached(long wantedPosition) {
        CompletableFuture<Boolean> there = waiting.until(wantedPosition);
        if (!there.isDone()) {
            // Events of other types do not wake it, and yet they count.
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
            LOG.debug("{} waits without the owner's knowing", thread.getName());
        }
    }

    /** On another node somebody waits for this position: it is published as soon as it is reached. */
    void awaited(long wantedPosition) {
        rests.awaited(wantedPosition);
    }

    /** This process became the owner, or is to be it no more: returns when nothing is being written. */
    void ownerChanged() {
        rests.wake();
        inTurn(() -> true);
    }

    double eventsPerSecond() {
        return rate.perSecond();
    }

    /** Names what it waits for, or null when it goes on. */
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
                    LOG.info("{} goes on", thread.getName());
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
                // Not the event's fault but the store's or the log's: nothing is skipped, it is tried again.
                if (trouble == null) {
                    LOG.warn("{} waits and tries again: {}", thread.getName(), place(e));
                }
                trouble = e.getClass().getSimpleName();
                inTurn(this::trustNothingUnknown);
                LockSupport.parkNanos(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            }
        }
    }

    /** Whether a batch was committed is known to the store alone; when none was, position and memory are still right. */
    private boolean trustNothingUnknown() {
        try {
            prepared = prepared && segment.position() == stored;
        } catch (RuntimeException e) {
            prepared = false;
        }
        return prepared;
    }

    /** Says what went wrong and where, without the message: it may quote an event. */
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

    /** Holds the runner still while something else is done; never two at once. */
    <R> R inTurn(Supplier<R> work) {
        turn.lock();
        try {
            return work.get();
        } finally {
            turn.unlock();
        }
    }

    /** In turn: the last position read. */
    long position() {
        prepare();
        return position;
    }

    /** In turn: takes over the memory, loaded from this version's documents, or lets go of it. */
    void remember(Projection.@Nullable InMemory held) {
        memory.hold(held);
        if (held != null && owns()) {
            prepare();
            memory.follow(position);
        } else if (held != null) {
            // Who asks is answered from it at once, as far as the documents were said to have come.
            memory.follow(waiting.reached());
        }
    }

    /** In turn: lets go of the memory for another version, which is not ready yet: nobody may read further here. */
    void handOver() {
        memory.handOver();
    }

    /** In turn: questions go to another version from now on; who waits for more here asks there. */
    void handedOver() {
        memory.handedOver();
        rests.wake();
    }

    /** In turn: whether this process writes now; when it begins to, whoever did before is shut out. */
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

    /** Documents of events that the log has not: it was cut, and what comes in their place would never be applied. */
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
        // What is in memory knows that there is nothing, and follows along with the documents.
        if (position == 0 && tail.head() > MARK && !version.filling() && version.isUntouched()) {
            version.fill();
        }
        stored = position;
        prepared = true;
        waiting.moveTo(memory.reached(position));
        rate.moved(position);
    }

    /** In turn: applies one batch, up to a position at most; answers whether there may be more. */
    boolean step(long upTo) {
        if (!owns()) {
            return trail();
        }
        prepare();
        // The last segment to come near is the one that finds all of them there.
        if (version.filling() && isNear(position) && (segments == 1 || isNear(lowest.getAsLong()))) {
            version.filled();
            wasFilled(position);
        }
        long mark = (position / MARK + 1) * MARK;
        // A large batch spares transactions, of which a version that is filled has few; a small one spares memory, and
        // with it the pauses that readers would notice.
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

    /** What was not in memory as the filling began, or was lost since, can be read now. */
    private void wasFilled(long last) {
        // Where it was there all the time it has been told of these already.
        memory.moveTo(last);
        memory.follow(last);
        waiting.moveTo(memory.reached(last));
        ended.run();
    }

    private boolean isNear(long reached) {
        return tail.head() - reached <= BATCH;
    }

    /** In turn: follows what the owner has published, with the memory; answers whether there may be more. */
    private boolean trail() {
        prepared = false;
        long published = segment.position();
        if (waiting.reached() <= 0) {
            // Later it is this process that is behind for a moment.
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
        // Without anything new the log is behind for a moment, which is no reason to run in circles.
        return !there && reached > before;
    }

    /** Loads the memory as the one who writes, when it cannot be loaded beside who does. */
    private void beStill() {
        if (sharing != null) {
            sharing.want(bound.name, index);
            LockSupport.parkNanos(FIRST_PAUSE);
        }
    }

    /** Writes the position alone, behind events of other types. */
    private void store(long last) {
        applying.moveTo(last);
        stored(last);
    }

    /** It can wait for a store that is full or away: queries are answered at this position all the same. */
    private void storeSkipped(long last) {
        try {
            store(last);
        } catch (ViewsUnavailable e) {
            LOG.debug("{} keeps its position in memory", thread.getName());
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
            // One that has become large is indexed, and with that filled, before it is near.
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
     * Tries a dead letter again, and then those of its stream that wait behind it, in order.
     *
     * @return whether the whole stream is applied now
     */
    boolean retry(long letterPosition) {
        return inTurn(() -> {
            prepare();
            return retryAll(letters.at(letterPosition).stream());
        });
    }

    /** Goes on without an event, and tries those of its stream that wait behind it; answers as {@link #retry}. */
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
            LOG.warn("{} could not leave the tail", thread.getName(), e);
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
                LOG.warn("{} leaves no image: {}", thread.getName(), place(e));
            }
        }
        return isRight;
    }
}
