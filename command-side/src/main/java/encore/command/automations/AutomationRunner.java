package encore.command.automations;

import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.Wanted;
import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.Changes;
import encore.infra.eventstore.process.ProcessNotes;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStore.Lease;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one automation on its own thread while this process owns the automation's documents. It folds new events,
 * commits, sends the committed commands, and writes their outcomes with the next commit.
 */
final class AutomationRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AutomationRunner.class);
    private static final int EVENTS_OF_A_COMMIT = 1_000;

    /** While this many commands are ready to be sent, no further event is folded. */
    private static final int MOST_WAITING = 10_000;

    private static final long BEAT = Duration.ofMillis(500).toNanos();
    private static final long WRITTEN_EVERY = Duration.ofSeconds(1).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_BEHIND = Duration.ofSeconds(2);

    private final Automation automation;
    private final Reactions reactions;
    private final ProcessStore store;
    private final TokenStore marks;
    private final EventTail tail;
    private final Delivery delivery;
    private final Thread thread;
    private AutoCloseable following = () -> {};
    private volatile boolean closed;
    private volatile boolean woken;

    private @Nullable ProcessState state;
    private Lease lease = new Lease(0, "", Set.of());
    private long leasedAt;
    private long writtenAt;
    private long writtenPosition;
    private long marked;
    private long markedAt;
    private long markedSettled;

    AutomationRunner(
            Automation automation,
            ProcessStore store,
            TokenStore marks,
            EventTail tail,
            CommandSide commands,
            Clock clock) {
        this.automation = automation;
        this.reactions = automation.reactions();
        this.store = store;
        this.marks = marks;
        this.tail = tail;
        this.delivery = new Delivery(automation.name(), reactions, commands, clock, this::wake);
        this.thread = Thread.ofPlatform().daemon().name(automation.name()).unstarted(this::run);
    }

    /**
     * Starts the thread.
     *
     * @throws LogRefused when the log ends before a position that was folded or delivered
     */
    void start() {
        mustReach(Math.max(
                ProcessState.progress(store).position(),
                marks.position(automation.name()).orElse(0)));
        following = tail.onNews(reactions.events(), this::wake);
        thread.start();
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            try {
                if (tail.isBroken()) {
                    LOG.error(
                            "{} stops in this process, since the log is broken here; another process takes over",
                            automation.name());
                    forget();
                    store.release();
                    return;
                }
                woken = false;
                if (!turn()) {
                    sleep();
                }
            } catch (NotOwner e) {
                LOG.info("{} continues in another process", automation.name());
                forget();
            } catch (RuntimeException | Error e) {
                // Whatever failed, the store has the last commit.
                LOG.warn("{} failed and tries again shortly: {}", automation.name(), String.valueOf(e));
                forget();
                LockSupport.parkNanos(BEAT);
            }
        }
    }

    private void sleep() {
        long until = leasedAt + BEAT;
        Long pauseEnds = state == null ? null : state.outbox().nextPauseEnds();
        if (pauseEnds != null && pauseEnds - until < 0) {
            until = pauseEnds;
        }
        long left = until - System.nanoTime();
        if (!woken && left > 0) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Does one round of work.
     *
     * @return whether there is more to do at once
     */
    private boolean turn() {
        long now = System.nanoTime();
        if (state == null || now - leasedAt >= BEAT) {
            own(now);
        }
        if (!lease.isMine()) {
            return false;
        }
        Changes batch = new Changes(store);
        ProcessState current = state == null ? load(batch) : state;
        state = current;
        boolean paused = lease.notes().contains(ProcessNotes.PAUSE);
        delivery.takeOutcomes(current, batch);
        boolean more = false;
        if (!paused) {
            retry(current, batch);
            more = fold(current, batch) | current.step(batch);
        }
        commit(current, batch, now);
        if (!paused) {
            delivery.send(current.outbox(), now);
        }
        mark(current, now);
        return more;
    }

    private void own(long now) {
        long term = lease.term();
        lease = store.own();
        leasedAt = now;
        if (lease.term() != term) {
            forget();
        }
    }

    /** Drops the state in memory. It may be ahead of the store, or behind the state of another process. */
    private void forget() {
        if (state != null) {
            delivery.keepInMind(state.outbox());
            state = null;
        }
    }

    private ProcessState load(Changes batch) {
        marked = marks.position(automation.name()).orElse(-1);
        if (marked < 0) {
            // At the first start on this log, the automation reacts to all its events (docs/adr/0030).
            marks.move(automation.name(), 0);
            marked = 0;
        }
        ProcessState loaded = new ProcessState(automation, reactions, batch, marked, delivery.onTheWay());
        mustReach(Math.max(loaded.position(), marked));
        markedSettled = loaded.settledInAll();
        writtenPosition = loaded.position();
        LOG.info(
                "{} continues after position {}; all commands up to position {} are delivered",
                automation.name(),
                loaded.position(),
                marked);
        return loaded;
    }

    /**
     * Waits until the log reaches a position. Another process may be ahead by a moment. A log that stays shorter was
     * cut and is refused.
     */
    private void mustReach(long position) {
        long deadline = System.nanoTime() + LONGEST_BEHIND.toNanos();
        while (tail.head() < position) {
            if (closed || System.nanoTime() > deadline) {
                throw new LogRefused("The log ends at " + tail.head() + ", but " + automation.name() + " has reached "
                        + position + ": events are missing.");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private void retry(ProcessState current, Changes batch) {
        for (String note : lease.notes()) {
            if (ProcessNotes.isRetry(note)) {
                current.retry(
                        ProcessNotes.letter(note),
                        position -> tail.read(position - 1, 1).getFirst(),
                        batch);
                store.take(note);
            }
        }
        lease = new Lease(
                lease.term(),
                lease.owner(),
                Set.copyOf(lease.notes().stream()
                        .filter(note -> !ProcessNotes.isRetry(note))
                        .toList()));
    }

    private boolean fold(ProcessState current, Changes batch) {
        if (current.outbox().sendable() >= MOST_WAITING) {
            return false;
        }
        Stretch<Recorded> stretch = tail.read(current.position(), EVENTS_OF_A_COMMIT, Wanted.whole(reactions.events()));
        for (Recorded recorded : stretch.events()) {
            current.fold(recorded, batch);
        }
        boolean moved = stretch.end() > current.position();
        current.folded(stretch.end());
        return moved && stretch.end() < tail.head();
    }

    private void commit(ProcessState current, Changes batch, long now) {
        boolean late = current.position() > writtenPosition && now - writtenAt >= WRITTEN_EVERY;
        if (!batch.isEmpty() || late) {
            current.writeProgress(batch);
            store.commit(batch.all());
            writtenAt = now;
            writtenPosition = current.position();
        }
    }

    /** Advances the token after the commit: it may be late, never early. */
    private void mark(ProcessState current, long now) {
        long to = current.deliveredTo();
        if (to > marked && current.settledInAll() > markedSettled && now - markedAt >= WRITTEN_EVERY) {
            marks.move(automation.name(), to);
            marked = to;
            markedAt = now;
            markedSettled = current.settledInAll();
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
        try {
            following.close();
            thread.join(PATIENCE);
            ProcessState last = state;
            if (!thread.isAlive() && last != null) {
                mark(last, markedAt + WRITTEN_EVERY);
            }
            store.release();
        } catch (Exception e) {
            LOG.warn(
                    "{} could not be released; another process takes over when the lease ends: {}",
                    automation.name(),
                    String.valueOf(e));
        }
    }
}
