package encore.command.automations;

import encore.infra.backend.CommandSide;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.TailReader;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.log.TroubleLog;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.OperatorNotes;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStore.Lease;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs one automation on its own thread while this process owns the automation's documents. It folds new events,
 * commits, sends the committed commands, and writes their outcomes with the next commit.
 */
final class AutomationRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AutomationRunner.class);
    private static final TroubleLog TROUBLES = new TroubleLog(LOG);
    private static final int BATCH = 1_000;

    /** While this many commands are ready to be sent, no further event is folded. */
    private static final int MAX_SENDABLE = 10_000;

    /** If events come within this time of the last ones, the runner waits as long for more, unless it has many. */
    private static final long GATHERING = Duration.ofMillis(10).toNanos();

    private static final int MANY = 100;

    /** After this time of folding, what was folded is committed, so that its commands are sent. */
    private static final long FOLD_TIME = Duration.ofMillis(200).toNanos();

    private static final long HEARTBEAT = Duration.ofMillis(500).toNanos();
    private static final long WRITE_INTERVAL = Duration.ofSeconds(1).toNanos();
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOG_TIMEOUT = Duration.ofSeconds(2);

    private final Automation automation;
    private final Reactions reactions;
    private final ProcessStore store;
    private final HeldEntries entries;
    private final TokenStore tokens;
    private final EventTail tail;
    private final TailReader reader;
    private final OutboxDelivery outboxDelivery;
    private final Thread thread;
    private AutoCloseable subscription = () -> {};
    private volatile boolean closed;
    private volatile boolean woken;
    private volatile boolean hasNews;

    /** Whether a round failed or another process ran the automation since the state was loaded. Then loading it is news. */
    private boolean interrupted;

    /** Whether the last round failed. */
    private boolean failed;

    /** The state after the last round; null while another process runs the automation. */
    private volatile ProcessState.@Nullable Status status;

    private @Nullable ProcessState state;
    private Lease lease = new Lease(0, "", Set.of());
    private long leaseRenewedAt;
    private long foldedAt;
    private long committedAt;
    private long committedPosition;

    /** The delivered commands, as the token store knows them. */
    private DeliveryMark token = new DeliveryMark(0, 0);

    private final TimerClock timerClock;

    private long tokenMovedAt;
    private long outcomesAtToken;

    AutomationRunner(
            Automation automation,
            ProcessStore store,
            TokenStore tokens,
            EventTail tail,
            CommandSide commands,
            Clock clock) {
        this.automation = automation;
        this.reactions = automation.reactions();
        this.store = store;
        this.entries = new HeldEntries(new LeaseKeeper(), reactions.heldPrefixes());
        this.tokens = tokens;
        this.tail = tail;
        this.reader = tail.openReader(reactions.selection());
        this.outboxDelivery = new OutboxDelivery(automation.name(), reactions, commands, clock, this::wake);
        this.timerClock = new TimerClock(tail, clock);
        this.thread = Thread.ofPlatform().daemon().name(automation.name()).unstarted(this::run);
    }

    /**
     * Starts the thread.
     *
     * @throws StartRefused when the log ends before a position that was folded or delivered
     */
    void start() {
        requireLog(Math.max(
                ProcessState.progress(store).position(),
                tokens.position(automation.name()).orElse(0)));
        foldedAt = System.nanoTime() - GATHERING;
        subscription = tail.onAppended(reactions.events(), this::wakeForNews);
        thread.start();
    }

    String name() {
        return automation.name();
    }

    long deadLetters() {
        ProcessState.Status now = status;
        return now == null ? 0 : now.deadLetters();
    }

    long outboxCommands() {
        ProcessState.Status now = status;
        return now == null ? 0 : now.outbox();
    }

    long eventsBehind() {
        ProcessState.Status now = status;
        return now == null ? 0 : Math.max(0, tail.head() - now.position());
    }

    double secondsBehind() {
        ProcessState.Status now = status;
        return now == null ? 0 : tail.secondsBehind(now.position());
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    private void wakeForNews() {
        if (!hasNews) {
            hasNews = true;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            try {
                if (tail.isBroken()) {
                    LOG.error(
                            "{} stops in this process, since the log is broken here; another process takes over",
                            automation.name());
                    dropState();
                    status = null;
                    store.release();
                    return;
                }
                woken = false;
                hasNews = false;
                boolean more = runOnce();
                if (failed) {
                    failed = false;
                    TROUBLES.recovered(automation.name());
                }
                if (!more) {
                    sleep();
                }
            } catch (NotOwner e) {
                LOG.info("{} continues in another process", automation.name());
                interrupted = true;
                dropState();
                status = null;
            } catch (RuntimeException | Error e) {
                // Whatever failed, the store has the last commit.
                interrupted = true;
                failed = true;
                TROUBLES.failed(automation.name(), e, String.valueOf(e));
                dropState();
                LockSupport.parkNanos(HEARTBEAT);
            }
        }
    }

    private void sleep() {
        for (long left = untilNextRound(); !woken && left > 0; left = untilNextRound()) {
            LockSupport.parkNanos(left);
        }
    }

    private long untilNextRound() {
        long until = leaseRenewedAt + HEARTBEAT;
        if (hasNews && foldedAt + GATHERING - until < 0) {
            until = foldedAt + GATHERING;
        }
        Long pauseEnds = state == null ? null : state.outbox().nextPauseEnds();
        if (pauseEnds != null && pauseEnds - until < 0) {
            until = pauseEnds;
        }
        Long timerIsDue = state == null ? null : timerClock.wakeAt();
        if (timerIsDue != null && timerIsDue - until < 0) {
            until = timerIsDue;
        }
        return until - System.nanoTime();
    }

    /**
     * Does one round of work.
     *
     * @return whether there is more to do at once
     */
    private boolean runOnce() {
        long now = System.nanoTime();
        timerClock.beginRound();
        if (state == null || now - leaseRenewedAt >= HEARTBEAT) {
            renewLease(now);
        }
        if (!lease.isHeldHere()) {
            interrupted = true;
            status = null;
            return false;
        }
        EntryChanges batch = new EntryChanges(entries);
        ProcessState current = state == null ? load(batch) : state;
        state = current;
        boolean paused = lease.notes().contains(OperatorNotes.PAUSE);
        outboxDelivery.takeOutcomes(current, batch);
        boolean more = false;
        if (!paused) {
            retryDeadLetters(current, batch);
            boolean folded = fold(current, batch);
            boolean continued = current.continueWork((after, limit) -> readFolded(current, after, limit), batch);
            more = folded || continued;
        } else {
            reader.close();
        }
        commit(current, batch, now);
        status = current.status();
        if (!paused) {
            outboxDelivery.send(current.outbox(), now);
        }
        if (now - tokenMovedAt >= WRITE_INTERVAL) {
            advanceToken(current, now);
        }
        return more;
    }

    private void renewLease(long now) {
        if (isLeaseChanged(now)) {
            dropState();
        }
    }

    private boolean isLeaseChanged(long now) {
        long term = lease.term();
        lease = store.acquireLease();
        leaseRenewedAt = now;
        return lease.term() != term;
    }

    /**
     * Reads the store, and renews the lease meanwhile. A round may take longer than a lease, where each document is read
     * over a network. Then another process would take over, take as long, and lose the lease as well.
     */
    private final class LeaseKeeper implements EntryReader {

        @Override
        public @Nullable String get(String key) {
            keepLease();
            return store.get(key);
        }

        @Override
        public List<Entry> list(String prefix, @Nullable String after, int limit) {
            keepLease();
            return store.list(prefix, after, limit);
        }

        private void keepLease() {
            long now = System.nanoTime();
            if (now - leaseRenewedAt >= HEARTBEAT && isLeaseChanged(now)) {
                throw new NotOwner(automation.name());
            }
        }
    }

    /** Drops the state in memory. It may be ahead of the store, or behind the state of another process. */
    private void dropState() {
        reader.close();
        entries.forget();
        if (state != null) {
            outboxDelivery.rememberInFlight(state.outbox());
            state = null;
        }
    }

    private ProcessState load(EntryChanges batch) {
        long delivered = tokens.position(automation.name()).orElse(-1);
        if (delivered < 0) {
            // At the first start on this log, the automation reacts to all its events (docs/adr/0030).
            tokens.advance(automation.name(), 0);
            delivered = 0;
        }
        token = new DeliveryMark(
                delivered,
                reactions.haveTimers() ? tokens.timersUntil(automation.name()).orElse(0) : 0);
        ProcessState loaded = new ProcessState(automation, reactions, batch, token, outboxDelivery.inFlightKeys());
        requireLog(Math.max(loaded.position(), delivered));
        outcomesAtToken = loaded.outcomes();
        committedPosition = loaded.position();
        LOG.atLevel(interrupted ? Level.INFO : Level.DEBUG)
                .log(
                        "{} continues after position {}; all commands up to position {} are delivered",
                        automation.name(),
                        loaded.position(),
                        delivered);
        interrupted = false;
        return loaded;
    }

    /**
     * Waits until the log reaches a position. Another process may be ahead by a moment. A log that stays shorter was
     * cut and is refused.
     */
    private void requireLog(long position) {
        long deadline = System.nanoTime() + LOG_TIMEOUT.toNanos();
        while (tail.head() < position) {
            if (closed || System.nanoTime() > deadline) {
                throw new StartRefused("The log ends at " + tail.head() + ", but " + automation.name() + " has reached "
                        + position + ": events are missing.");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private void retryDeadLetters(ProcessState current, EntryChanges batch) {
        for (String note : lease.notes()) {
            if (OperatorNotes.isRetry(note)) {
                current.retry(
                        OperatorNotes.letterIdOf(note),
                        position -> tail.read(position - 1, 1).getFirst(),
                        batch);
                store.removeNote(note);
            }
        }
        lease = new Lease(
                lease.term(),
                lease.owner(),
                Set.copyOf(lease.notes().stream()
                        .filter(note -> !OperatorNotes.isRetry(note))
                        .toList()));
    }

    private boolean fold(ProcessState current, EntryChanges batch) {
        if (current.outbox().sendable() >= MAX_SENDABLE) {
            reader.close();
            return false;
        }
        // Before the log is read, so that every event up to this time is read.
        long settled = reactions.haveTimers() ? tail.settledTime() : 0;
        long began = current.position();
        long until = System.nanoTime() + FOLD_TIME;
        EventPage<RecordedEvent> eventPage = reader.read(began, BATCH);
        for (RecordedEvent recordedEvent : eventPage.events()) {
            if (reactions.haveTimers()) {
                current.advanceTo(recordedEvent.position() - 1);
                if (!current.handleTimers(recordedEvent.at().toEpochMilli() - 1, batch)) {
                    return true;
                }
            }
            current.fold(recordedEvent, batch);
            if (System.nanoTime() - until > 0) {
                current.advanceTo(recordedEvent.position());
                return true;
            }
        }
        current.advanceTo(eventPage.end());
        long read = eventPage.end() - began;
        boolean isMore = eventPage.end() < tail.head();
        if (read > 0) {
            foldedAt = System.nanoTime();
            // These few are read with the events that follow them, as soon as the log has announced both.
            hasNews = hasNews || isMore;
        }
        if (isMore) {
            return read >= MANY;
        }
        AutomationTimer next = reactions.haveTimers() ? current.nextTimer(batch) : null;
        return next != null && !current.handleTimers(timerClock.reached(settled, next.at()), batch);
    }

    /** Reads events after a position for long work, up to the last event that was folded. */
    private EventPage<RecordedEvent> readFolded(ProcessState current, long after, int limit) {
        long left = current.position() - after;
        if (left <= 0) {
            return new EventPage<>(List.of(), after);
        }
        EventPage<RecordedEvent> page = tail.read(after, (int) Math.min(limit, left), reactions.selection());
        return new EventPage<>(
                page.events().stream()
                        .filter(recordedEvent -> recordedEvent.position() <= current.position())
                        .toList(),
                Math.min(page.end(), current.position()));
    }

    private void commit(ProcessState current, EntryChanges batch, long now) {
        boolean progressIsDue = current.position() > committedPosition && now - committedAt >= WRITE_INTERVAL;
        if (!batch.isEmpty() || progressIsDue) {
            current.writeProgress(batch);
            store.commit(batch.all());
            entries.committed(batch.all());
            committedAt = now;
            committedPosition = current.position();
        }
    }

    /** Advances the token after the commit: it may be behind the deliveries, never ahead of them. */
    private void advanceToken(ProcessState current, long now) {
        if (current.outcomes() == outcomesAtToken) {
            return;
        }
        DeliveryMark to = current.delivered(token, store);
        if (to.position() > token.position()) {
            tokens.advance(automation.name(), to.position());
        }
        if (to.timersUntil() > token.timersUntil()) {
            tokens.advanceTimers(automation.name(), to.timersUntil());
        }
        if (!to.equals(token)) {
            token = to;
            tokenMovedAt = now;
            outcomesAtToken = current.outcomes();
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
        try {
            subscription.close();
            thread.join(STOP_TIMEOUT);
            TROUBLES.stopped(automation.name());
            reader.close();
            ProcessState last = state;
            if (!thread.isAlive() && last != null) {
                advanceToken(last, System.nanoTime());
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
