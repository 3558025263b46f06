package encore.query.runtime;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.views.Documents;
import encore.infra.views.Segments;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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
    private static final int TRIES = 3;
    private static final int FAR_BEHIND = 20_000;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long POLL = Duration.ofMillis(10).toNanos();
    private static final long IDLE_POLL = Duration.ofMillis(150).toNanos();
    private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(2).toNanos();

    private final Bound bound;
    private final Views.Version version;
    private final Views.Segment segment;
    private final int index;
    private final int segments;
    private final EventTail tail;
    private final TailPages pages;
    private final @Nullable Sharing sharing;
    private final Runnable ended;
    private final Waiting waiting = new Waiting();
    private final Rate rate = new Rate();
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Set<String> blocked = new HashSet<>();
    private final Thread thread;
    private final AutoCloseable news;

    private Projection.@Nullable InMemory memory;
    /** The last event that the memory knows, or -1 when it has to be loaded. */
    private long remembered = -1;

    /** Dead letters that the memory went past: when one is applied after all, it is loaded anew. */
    private final Set<Long> missed = new HashSet<>();

    private volatile boolean owning;
    private volatile long awaited;
    private volatile long awaitedAt;
    private volatile long told;
    private boolean prepared;
    private long position;
    private long stored;
    private long storedAt = System.nanoTime();
    private volatile boolean wanted = true;
    private volatile boolean closed;
    private volatile @Nullable String trouble;

    /**
     * @param index of the segment
     * @param sharing says whether this process writes the documents or only follows who does; null when it is alone
     * @param ended is called when a stream's end was applied: what it removed has to leave the files
     */
    ProjectionRunner(
            Bound bound,
            Views.Version version,
            int index,
            EventTail tail,
            boolean serves,
            @Nullable Sharing sharing,
            Runnable ended) {
        this.bound = bound;
        this.version = version;
        this.index = index;
        this.segments = version.segments().size();
        this.segment = version.segments().get(index);
        this.tail = tail;
        this.pages = new TailPages(tail, bound.eventTypes());
        this.sharing = sharing;
        this.owning = sharing == null;
        this.ended = ended;
        this.memory = serves && bound.projection instanceof Projection.InMemory held ? held : null;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("projection-" + bound.name + ".v" + version.number() + (segments == 1 ? "" : "." + index))
                .unstarted(this::follow);
        this.news = tail.onNews(bound.eventTypes(), this::wake);
        thread.start();
    }

    /** The position that queries are answered at: documents are stored and memory has followed. */
    long reached() {
        return waiting.reached();
    }

    CompletableFuture<Boolean> whenReached(long wantedPosition) {
        CompletableFuture<Boolean> there = waiting.until(wantedPosition);
        if (!there.isDone()) {
            // Events of other types do not wake it, and yet they count.
            wake();
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
        awaitedAt = System.nanoTime();
        awaited = wantedPosition;
        wake();
    }

    /** This process became the owner, or is to be it no more: returns when nothing is being written. */
    void ownerChanged() {
        wake();
        inTurn(() -> true);
    }

    double eventsPerSecond() {
        return rate.perSecond();
    }

    /** What it waits for, or null when it goes on. */
    @Nullable
    String trouble() {
        return trouble;
    }

    private void wake() {
        wanted = true;
        LockSupport.unpark(thread);
    }

    private void follow() {
        long pause = FIRST_PAUSE;
        while (!closed) {
            try {
                wanted = false;
                boolean more = inTurn(() -> step(Long.MAX_VALUE));
                if (trouble != null) {
                    LOG.info("{} goes on", thread.getName());
                    trouble = null;
                }
                pause = FIRST_PAUSE;
                if (!more) {
                    rest();
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

    /** What went wrong and where, without the message: it may quote an event. */
    private static String place(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String why = e instanceof ViewsUnavailable ? e.toString() : e.getClass().getName();
        return trace.length == 0 ? why : why + " at " + trace[0];
    }

    private void rest() {
        if (!owning) {
            // Of what another process commits there is no word but the store's.
            if (!wanted) {
                LockSupport.parkNanos(waiting.wanted() < 0 ? IDLE_POLL : POLL);
            }
            return;
        }
        if (awaited > position && System.nanoTime() - awaitedAt < 2 * SECOND) {
            LockSupport.parkNanos(POLL);
            return;
        }
        while (!wanted && !closed && !dueToStore()) {
            LockSupport.parkNanos(SECOND);
        }
    }

    private boolean dueToStore() {
        return inTurn(() -> stored != position && System.nanoTime() - storedAt > SECOND);
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
        memory = held;
        remembered = -1;
        if (held != null && owns()) {
            prepare();
            while (!followTo(position)) {
                LOG.debug("{} follows with its memory", thread.getName());
            }
        }
    }

    /** Loads the memory from the documents at one position, whoever writes them. */
    private void load(Projection.InMemory held) {
        for (int i = 0; i < TRIES; i++) {
            Optional<Long> at = version.readStill(documents -> {
                held.load(documents);
                return documents.position();
            });
            if (at.isPresent()) {
                remembered = at.get();
                missed.clear();
                letters(letter -> missed.add(letter.position()));
                return;
            }
        }
        throw new StillMoving();
    }

    /** Brings the memory to a position that the documents have reached; answers whether it is there. */
    private boolean followTo(long wantedPosition) {
        Projection.InMemory held = memory;
        if (held == null) {
            return true;
        }
        if (remembered < 0) {
            load(held);
        }
        if (remembered < wantedPosition) {
            Stretch<Recorded> events = pages.take(remembered, (int) Math.min(BATCH, wantedPosition - remembered));
            long last = events.end();
            if (last == remembered) {
                return true;
            }
            Set<Long> dead = new HashSet<>();
            for (Letter letter : segment.deadLetters().list(remembered, BATCH)) {
                dead.add(letter.position());
            }
            dead.removeIf(at -> at > last);
            missed.addAll(dead);
            remembered = -1;
            held.applied(events.events().stream()
                    .filter(event -> !dead.contains(event.position()))
                    .toList());
            remembered = last;
        }
        return remembered >= wantedPosition;
    }

    /** Whether a dead letter that the memory went past was settled by another process. */
    private void forgetWhatWasMissed() {
        if (!missed.isEmpty()) {
            Set<Long> dead = new HashSet<>();
            letters(letter -> dead.add(letter.position()));
            if (!dead.containsAll(missed)) {
                remembered = -1;
                missed.clear();
            }
        }
    }

    /** The documents are written so often that none of several looks saw one state. */
    private static final class StillMoving extends RuntimeException {}

    /** In turn: whether this process writes now; when it begins to, whoever did before is shut out. */
    private boolean owns() {
        if (sharing != null) {
            boolean mine = sharing.owns(bound.name, index);
            if (mine && !owning) {
                segment.takeOver();
                forgetWhatWasMissed();
                prepared = false;
            }
            owning = mine;
        }
        return owning;
    }

    private void prepare() {
        if (!owns()) {
            throw new ViewsUnavailable(new IllegalStateException("another process writes " + bound.name + " now"));
        }
        if (prepared) {
            return;
        }
        blocked.clear();
        letters(letter -> blocked.add(letter.stream()));
        position = segment.position();
        // What is in memory is loaded with any question, and asks while it follows. Segments are not filled: a portion
        // is one writer's.
        if (segments == 1 && position == 0 && memory == null && tail.head() > MARK && !version.filling()) {
            version.fill();
        }
        while (!followTo(position)) {
            LOG.debug("{} follows with its memory", thread.getName());
        }
        stored = position;
        prepared = true;
        waiting.moveTo(position);
        rate.moved(position);
    }

    private void letters(Consumer<Letter> each) {
        List<Letter> some = segment.deadLetters().list(0, BATCH);
        while (!some.isEmpty()) {
            some.forEach(each);
            some = segment.deadLetters().list(some.getLast().position(), BATCH);
        }
    }

    /** In turn: applies one batch, up to a position at most; answers whether there may be more. */
    boolean step(long upTo) {
        if (!owns()) {
            return trail();
        }
        prepare();
        if (version.filling() && tail.head() - position <= BATCH) {
            version.filled();
        }
        long mark = (position / MARK + 1) * MARK;
        // A large batch spares transactions, of which a version that is filled has few; a small one spares memory, and
        // with it the pauses that readers would notice.
        long most = tail.head() - position > FAR_BEHIND && !version.filling() ? MARK : BATCH;
        Stretch<Recorded> events = pages.take(position, (int) Math.min(most, Math.min(mark, upTo) - position));
        long last = events.end();
        if (last == position) {
            if (stored != position && (awaited > stored || System.nanoTime() - storedAt > SECOND)) {
                storeSkipped(position);
            }
            return false;
        }
        List<Recorded> own = own(events.events());
        if (!own.isEmpty()) {
            apply(own, last);
        } else if (last == mark) {
            store(last);
        } else if (awaited > stored || System.nanoTime() - storedAt > SECOND) {
            storeSkipped(last);
        }
        position = last;
        remembered = memory == null ? -1 : Math.max(remembered, last);
        rate.moved(last);
        waiting.moveTo(last);
        return true;
    }

    /** The events that write documents of this segment. */
    private List<Recorded> own(List<Recorded> events) {
        return segments == 1
                ? events
                : events.stream()
                        .filter(event ->
                                bound.keys(event).stream().anyMatch(key -> Segments.of(key, segments) == index))
                        .toList();
    }

    /** In turn: follows what the owner has published, with the memory; answers whether there may be more. */
    private boolean trail() {
        prepared = false;
        long published = segment.position();
        forgetWhatWasMissed();
        boolean there = true;
        try {
            there = followTo(published);
        } catch (StillMoving e) {
            beStill();
            return true;
        }
        long reached = memory == null ? published : Math.min(published, remembered);
        position = published;
        stored = published;
        rate.moved(reached);
        waiting.moveTo(reached);
        return !there;
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
        try (Documents.Batch batch = segment.begin()) {
            batch.commit(last);
        }
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
        var applied = new ArrayList<Recorded>(events.size());
        try {
            applied.addAll(applyTogether(events, last));
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (segment.position() != stored) {
                throw e;
            }
            // A document that cannot be written shows only at the commit: one by one it has a culprit.
            LOG.warn(
                    "{} applies {} events one by one: {}",
                    thread.getName(),
                    events.size(),
                    e.getClass().getName());
            for (Recorded event : events) {
                if (event.position() > segment.position()) {
                    applied.addAll(applyAlone(event));
                }
            }
            store(last);
        }
        stored(last);
        follow(applied.stream().filter(event -> event.position() > remembered).toList());
        applied.stream()
                .filter(event -> event.event() instanceof Event.Ending)
                .findFirst()
                .ifPresent(end -> ended.run());
    }

    private List<Recorded> applyAlone(Recorded event) {
        try {
            return applyTogether(List.of(event), event.position());
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            try (Documents.Batch batch = segment.begin()) {
                batch.deadLetter(letter(event, e, 1));
                batch.commit(event.position());
            }
            blocked.add(event.stream());
            return List.of();
        }
    }

    private List<Recorded> applyTogether(List<Recorded> events, long last) {
        var applied = new ArrayList<Recorded>(events.size());
        var failed = new HashSet<String>();
        var freed = new HashSet<String>();
        try (Documents.Batch batch = segment.begin()) {
            for (Recorded event : events) {
                boolean behind = (blocked.contains(event.stream()) && !freed.contains(event.stream()))
                        || failed.contains(event.stream());
                boolean ends = event.event() instanceof Event.Ending;
                if (behind && !ends) {
                    batch.deadLetter(new Letter(event.position(), event.stream(), "BehindDeadLetter", 0));
                    continue;
                }
                Throwable thrown = attempt(event, batch);
                if (thrown != null) {
                    batch.deadLetter(letter(event, thrown, 1));
                    failed.add(event.stream());
                } else {
                    applied.add(event);
                    if (ends && behind) {
                        settleAll(event.stream(), events, batch);
                        freed.add(event.stream());
                        failed.remove(event.stream());
                    }
                }
            }
            batch.commit(last);
        }
        blocked.removeAll(freed);
        blocked.addAll(failed);
        return applied;
    }

    /** An end is applied whatever waits, since it erases; what waited before it matters no more. */
    private void settleAll(String stream, List<Recorded> events, Documents.Batch batch) {
        letters(letter -> {
            if (letter.stream().equals(stream)) {
                batch.settled(letter.position());
            }
        });
        events.stream()
                .filter(event -> event.stream().equals(stream))
                .forEach(event -> batch.settled(event.position()));
    }

    /** Applies one event, or undoes what it began; answers what its handler threw. */
    private @Nullable Throwable attempt(Recorded event, Documents.Batch batch) {
        batch.mark();
        try {
            bound.apply(event, segments == 1 ? batch : new OwnDocuments(batch, bound.keys(event), index, segments));
            return null;
        } catch (ViewsUnavailable | VirtualMachineError e) {
            if (!(e instanceof StackOverflowError)) {
                throw e;
            }
            batch.undoToMark();
            return e;
        } catch (Throwable e) {
            // The message may hold personal data: it is neither stored nor logged.
            LOG.error(
                    "{} cannot apply {} at {}: {}",
                    thread.getName(),
                    event.event().getClass().getSimpleName(),
                    event.position(),
                    e.getClass().getName());
            batch.undoToMark();
            return e;
        }
    }

    private static Letter letter(Recorded event, Throwable thrown, int attempts) {
        return new Letter(event.position(), event.stream(), thrown.getClass().getSimpleName(), attempts);
    }

    /** What is in memory follows what is stored. */
    private void follow(List<Recorded> applied) {
        if (memory != null && !applied.isEmpty()) {
            try {
                memory.applied(applied);
            } catch (RuntimeException e) {
                LOG.error(
                        "{} loads its memory anew: {}",
                        thread.getName(),
                        e.getClass().getName());
                remembered = -1;
                prepared = false;
                prepare();
            }
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
            return retryAll(letterAt(letterPosition).stream());
        });
    }

    /** Goes on without an event, and tries those of its stream that wait behind it; answers as {@link #retry}. */
    boolean discard(long letterPosition) {
        return inTurn(() -> {
            prepare();
            Letter letter = letterAt(letterPosition);
            try (Documents.Batch batch = segment.begin()) {
                batch.settled(letterPosition);
                batch.commit(position);
            }
            stored(position);
            return retryAll(letter.stream());
        });
    }

    boolean has(long letterPosition) {
        List<Letter> found = segment.deadLetters().list(letterPosition - 1, 1);
        return !found.isEmpty() && found.getFirst().position() == letterPosition;
    }

    private Letter letterAt(long letterPosition) {
        List<Letter> found = segment.deadLetters().list(letterPosition - 1, 1);
        if (found.isEmpty() || found.getFirst().position() != letterPosition) {
            throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no dead letter at this position.");
        }
        return found.getFirst();
    }

    private boolean retryAll(String stream) {
        var ofStream = new ArrayList<Letter>();
        letters(letter -> {
            if (letter.stream().equals(stream)) {
                ofStream.add(letter);
            }
        });
        for (Letter letter : ofStream) {
            if (!retryOne(letter)) {
                return false;
            }
        }
        blocked.remove(stream);
        return true;
    }

    private boolean retryOne(Letter letter) {
        Recorded event = tail.read(letter.position() - 1, 1).getFirst();
        Throwable thrown;
        try (Documents.Batch batch = segment.begin()) {
            thrown = attempt(event, batch);
            if (thrown == null) {
                batch.settled(letter.position());
            } else {
                batch.deadLetter(letter(event, thrown, letter.attempts() + 1));
            }
            batch.commit(position);
        }
        stored(position);
        if (thrown == null) {
            missed.remove(letter.position());
            follow(List.of(event));
            if (event.event() instanceof Event.Ending) {
                ended.run();
            }
        }
        return thrown == null;
    }

    @Override
    public void close() {
        closed = true;
        wake();
        try {
            news.close();
            thread.join(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("{} could not leave the tail", thread.getName(), e);
        }
        waiting.end();
    }
}
