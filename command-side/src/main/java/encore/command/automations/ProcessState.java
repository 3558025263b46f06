package encore.command.automations;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.eventstore.process.Changes;
import encore.infra.eventstore.process.Entries;
import encore.infra.eventstore.process.Letter;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.Outgoing;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import encore.infra.eventstore.process.Progress;
import encore.infra.eventstore.process.RefusedCommand;
import encore.infra.eventstore.sqlite.StoreFailed;
import encore.kernel.Refusal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of an automation in memory, as its store has it. Each change is also added to the current commit. A commit
 * that fails leaves this state ahead of the store; then the state is loaded again. Used by one thread.
 */
final class ProcessState {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessState.class);
    private static final int PAGE = 1_000;
    private static final int REFUSALS_KEPT = 1_000;

    /** While this many commands of one event are open, the event's long work is not continued. */
    private static final int OPEN_OF_ONE_WORK = 100;

    private final Automation automation;
    private final Reactions reactions;
    private final long mark;
    private final Outbox outbox;
    private final TreeMap<String, Letter> letters = new TreeMap<>();
    private final TreeMap<Long, LongWork> works = new TreeMap<>();
    private final ArrayDeque<String> refusals = new ArrayDeque<>();
    private long position;
    private long delivered;
    private long refused;

    /**
     * Loads the state.
     *
     * @param store the first commit. It also removes stored commands that were already delivered
     * @param mark the position up to which all commands are delivered, from the token beside the log. No command of an
     *     event up to it is sent, even if the store has one
     * @param onTheWay order keys of commands that are still in flight
     */
    ProcessState(Automation automation, Reactions reactions, Changes store, long mark, Set<String> onTheWay) {
        this.automation = automation;
        this.reactions = reactions;
        this.mark = mark;
        this.outbox = new Outbox(onTheWay);
        Progress progress = progress(store);
        position = progress.position();
        delivered = progress.delivered();
        refused = progress.refused();
        each(store, Letter.PREFIX, Letter.class, (key, letter) -> {
            if (letter.ordinal() == 0) {
                letters.put(key, letter);
            } else if (isOpen(letter.position(), key, store)) {
                letters.put(key, letter);
                outbox.hold(letter.key());
            }
        });
        each(store, LongWork.PREFIX, LongWork.class, (key, work) -> {
            if (isOpen(work.position(), key, store)) {
                works.put(work.position(), work);
            }
        });
        each(store, Outgoing.PREFIX, Outgoing.class, (key, outgoing) -> {
            if (isOpen(outgoing.position(), key, store)) {
                outbox.add(outgoing);
            }
        });
        each(store, RefusedCommand.PREFIX, RefusedCommand.class, (key, refusal) -> refusals.add(key));
    }

    static Progress progress(Entries store) {
        String kept = store.get(Progress.KEY);
        return kept == null ? Progress.NONE : Json.mapper().readValue(kept, Progress.class);
    }

    private boolean isOpen(long at, String key, Changes store) {
        if (at <= mark) {
            store.remove(key);
        }
        return at > mark;
    }

    private static <T> void each(Entries store, String prefix, Class<T> type, BiConsumer<String, T> each) {
        String after = null;
        List<Entries.Entry> page;
        do {
            page = store.list(prefix, after, PAGE);
            for (Entries.Entry entry : page) {
                after = entry.key();
                each.accept(after, Json.mapper().readValue(entry.value(), type));
            }
        } while (page.size() == PAGE);
    }

    long position() {
        return position;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Returns the position up to which all commands are delivered. */
    long deliveredTo() {
        long first = position + 1;
        Long open = outbox.firstOpen();
        first = open == null ? first : Math.min(first, open);
        first = works.isEmpty() ? first : Math.min(first, works.firstKey());
        first = letters.isEmpty()
                ? first
                : Math.min(first, letters.firstEntry().getValue().position());
        return Math.max(mark, first - 1);
    }

    long settledInAll() {
        return delivered + refused;
    }

    /**
     * Moves to the position up to which the log was read. Events in between that the automation does not follow are
     * skipped.
     */
    void folded(long upTo) {
        position = upTo;
    }

    void writeProgress(Changes batch) {
        write(batch, Progress.KEY, new Progress(position, delivered, refused, outbox.size(), letters.size()));
    }

    private static void write(Changes batch, String key, Object value) {
        batch.put(key, Json.mapper().writeValueAsString(value));
    }

    /** Folds an event. An event that cannot be folded blocks its stream. */
    void fold(Recorded recorded, Changes batch) {
        if (isHeld(recorded.stream())) {
            keep(letter(recorded, Letter.BEHIND, 0), batch);
            return;
        }
        try {
            react(recorded, batch);
        } catch (RuntimeException fault) {
            keep(letter(recorded, cause(fault, "fold " + recorded.position()), 1), batch);
        }
    }

    private boolean isHeld(String stream) {
        return !letters.isEmpty()
                && letters.values().stream()
                        .anyMatch(
                                letter -> letter.ordinal() == 0 && letter.key().equals(stream));
    }

    private static Letter letter(Recorded recorded, String cause, int attempts) {
        return new Letter(recorded.position(), 0, recorded.origin().account(), recorded.stream(), cause, attempts);
    }

    private void keep(Letter letter, Changes batch) {
        letters.put(letter.id(), letter);
        write(batch, letter.id(), letter);
    }

    private void drop(Letter letter, Changes batch) {
        letters.remove(letter.id());
        batch.remove(letter.id());
    }

    private void react(Recorded recorded, Changes batch) {
        ProcessContext process = new ProcessContext(automation, reactions, recorded.position(), batch);
        reactions.react(recorded, process);
        process.changes().join(batch);
        if (recorded.position() <= mark) {
            return;
        }
        name(process.named(), batch);
        LongWork begun = process.begun(recorded.origin().account());
        if (begun != null) {
            works.put(begun.position(), begun);
            write(batch, begun.key(), begun);
        }
    }

    private void name(List<Outgoing> named, Changes batch) {
        for (Outgoing outgoing : named) {
            outbox.add(outgoing);
            write(batch, outgoing.key(), outgoing);
        }
    }

    /**
     * Continues each long work by one step, unless too many of its commands are open.
     *
     * @return whether any work was continued
     */
    boolean step(Changes batch) {
        boolean moved = false;
        for (LongWork work : List.copyOf(works.values())) {
            if (outbox.open(work.position()) < OPEN_OF_ONE_WORK
                    && !letters.containsKey(Letter.key(work.position(), 0))) {
                step(work, batch);
                moved = true;
            }
        }
        return moved;
    }

    private void step(LongWork work, Changes batch) {
        ProcessContext process = new ProcessContext(automation, reactions, work.position(), batch);
        String next;
        try {
            next = automation.step(work.cursor(), process);
        } catch (RuntimeException fault) {
            String cause = cause(fault, "lead on " + work.position());
            keep(new Letter(work.position(), 0, work.account(), work.key(), cause, 1), batch);
            return;
        }
        process.changes().join(batch);
        name(process.named(), batch);
        if (next == null) {
            works.remove(work.position());
            batch.remove(work.key());
        } else {
            LongWork further = new LongWork(work.position(), work.account(), next);
            works.put(further.position(), further);
            write(batch, further.key(), further);
        }
    }

    /** Records that the command was decided. */
    void delivered(Outgoing outgoing, Changes batch) {
        delivered++;
        settled(outgoing, batch);
    }

    /** Records that a rule refused the command. This is an outcome, stored with its reason. */
    void refused(Outgoing outgoing, Refusal refusal, Instant at, Changes batch) {
        refused++;
        settled(outgoing, batch);
        var kept = new RefusedCommand(
                outgoing.position(),
                outgoing.ordinal(),
                outgoing.account(),
                outgoing.command(),
                refusal.kind().name(),
                refusal.type(),
                at);
        write(batch, kept.key(), kept);
        refusals.add(kept.key());
        while (refusals.size() > REFUSALS_KEPT) {
            batch.remove(refusals.remove());
        }
    }

    private void settled(Outgoing outgoing, Changes batch) {
        outbox.settled(outgoing);
        batch.remove(outgoing.key());
        Letter letter = letters.get(Letter.key(outgoing.position(), outgoing.ordinal()));
        if (letter != null) {
            drop(letter, batch);
        }
    }

    /**
     * Records that the command failed with a fault. It becomes a dead letter, and the commands of its key wait for it.
     */
    void broke(Outgoing outgoing, Throwable fault, Changes batch) {
        Letter before = letters.get(Letter.key(outgoing.position(), outgoing.ordinal()));
        String cause = cause(fault, "send " + outgoing.position() + "/" + outgoing.ordinal());
        outbox.hold(outgoing.orderKey());
        keep(
                new Letter(
                        outgoing.position(),
                        outgoing.ordinal(),
                        outgoing.account(),
                        outgoing.orderKey(),
                        cause,
                        before == null ? 1 : before.attempts() + 1),
                batch);
    }

    private String cause(Throwable fault, String what) {
        if (fault instanceof StoreUnavailable || fault instanceof StoreFailed || fault instanceof NotOwner) {
            throw (RuntimeException) fault;
        }
        // The message of a fault may be personal.
        LOG.error(
                "{} could not {}: {}", automation.name(), what, fault.getClass().getName());
        return fault.getClass().getSimpleName();
    }

    /**
     * Tries a dead letter again, and then the events or commands that wait for it.
     *
     * @param events reads one event of the log
     */
    void retry(String id, LongFunction<Recorded> events, Changes batch) {
        Letter letter = letters.get(id);
        if (letter == null) {
            return;
        }
        if (letter.ordinal() > 0) {
            outbox.free(letter.key());
        } else if (works.containsKey(letter.position())) {
            drop(letter, batch);
        } else {
            foldAgain(letter.key(), events, batch);
        }
    }

    /** Folds the waiting events in order, up to the first that still cannot be folded. */
    private void foldAgain(String stream, LongFunction<Recorded> events, Changes batch) {
        List<Letter> ofStream = new ArrayList<>(letters.values());
        ofStream.removeIf(letter -> letter.ordinal() > 0 || !letter.key().equals(stream));
        for (Letter letter : ofStream) {
            try {
                react(events.apply(letter.position()), batch);
            } catch (RuntimeException fault) {
                Recorded recorded = events.apply(letter.position());
                keep(letter(recorded, cause(fault, "fold " + letter.position()), letter.attempts() + 1), batch);
                return;
            }
            drop(letter, batch);
        }
    }
}
