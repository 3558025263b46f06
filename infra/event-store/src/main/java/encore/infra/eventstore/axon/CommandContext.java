package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.Behind;
import encore.infra.eventstore.log.NewCommit.Claimed;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.NewCommit.NewRequest;
import encore.infra.eventstore.log.OnceKey;
import encore.infra.eventstore.log.RequestKey;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StoredNames;
import encore.kernel.StreamId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.modelling.command.inspection.AnnotatedAggregate;
import org.jspecify.annotations.Nullable;

/** One try at a command, and what it collects for its commit. It travels with the command's message, on no thread. */
public final class CommandContext implements Once, Claims {

    /** The entry of the command message's metadata. */
    public static final String KEY = "handling";

    private final Command<?> command;
    private final Request request;
    private final Dispatch dispatch;
    private final EventLog log;
    private final Hmacs hmacs;
    private final Repeats repeats;
    private final Unsettled unsettled;
    private final Vacancies vacancies;
    private final long began = System.nanoTime();
    private final byte[] commitId = UuidV7.nextBytes();
    private final List<DomainEventMessage<?>> events = new ArrayList<>(2);
    private final List<OnceKey> onceKeys = new ArrayList<>(1);
    private final List<Claimed> taken = new ArrayList<>(0);
    private final List<Claimed> released = new ArrayList<>(0);
    private final Set<String> subjects = new HashSet<>(2);
    private List<NewEvent> encoded = List.of();
    private @Nullable AnnotatedAggregate<?> aggregate;
    private Unsettled.@Nullable Basis basis;
    private @Nullable CompletableFuture<Appended> outcome;
    private @Nullable String loaded;
    private long loadedAt;
    private long loadedBehind = -1;

    /** @param vacancies of the call that the command is a step of */
    public CommandContext(
            Command<?> command,
            Request request,
            Dispatch dispatch,
            EventLog log,
            Hmacs hmacs,
            Repeats repeats,
            Unsettled unsettled,
            Vacancies vacancies) {
        this.command = command;
        this.request = request;
        this.dispatch = dispatch;
        this.log = log;
        this.hmacs = hmacs;
        this.repeats = repeats;
        this.unsettled = unsettled;
        this.vacancies = vacancies;
    }

    static CommandContext of(Message<?> command) {
        if (command.getMetaData().get(KEY) instanceof CommandContext handling) {
            return handling;
        }
        throw new IllegalStateException("Commands come through the command side: " + command.getPayloadType());
    }

    /** That of the command that is handled at the moment; null when there is none. */
    static @Nullable CommandContext current() {
        return CurrentUnitOfWork.isStarted()
                        && CurrentUnitOfWork.get().getMessage().getMetaData().get(KEY)
                                instanceof CommandContext handling
                ? handling
                : null;
    }

    /** The aggregate that this is decided on holds personal data of a subject. */
    void holds(String subject) {
        subjects.add(subject);
    }

    /** Whose personal data the aggregate holds that this is decided on. */
    Set<String> subjects() {
        return subjects;
    }

    /** @param erasures how many there had been when the aggregate was looked for */
    void loadedBehind(long erasures) {
        loadedBehind = erasures;
    }

    /** How many erasures there had been when the aggregate was looked for; -1 when it was not. */
    long loadedBehind() {
        return loadedBehind;
    }

    /** @param sequence of the last event that the aggregate was made from, -1 for a new one */
    void loaded(String stream, long sequence) {
        loaded = stream;
        loadedAt = sequence;
        basis = unsettled.of(stream);
    }

    /** The stream of the aggregate that this is decided on; null where there is none. */
    public @Nullable String loaded() {
        return loaded;
    }

    /**
     * Whether the aggregate that this was decided on was made from all that its stream had at a moment since this began;
     * asks the log. What was queued since and is durable now was the last of its stream for a moment.
     */
    public boolean decidedOnTheLast() {
        return loaded == null
                || basis != null && basis.since() - began > 0 && !basis.hasFailed()
                || log.isLast(loaded, loadedAt);
    }

    /** A decision without events on what others have changed meanwhile: to be taken again. */
    public AppendFailure.SequenceTaken stale() {
        return new AppendFailure.SequenceTaken(String.valueOf(loaded), loadedAt + 1);
    }

    public Request request() {
        return request;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    byte[] commitId() {
        return commitId;
    }

    String commandName() {
        return StoredNames.of(command.getClass());
    }

    /** Adds what an aggregate applied, or what has none; answers whether it was the first. */
    boolean add(List<DomainEventMessage<?>> applied, @Nullable AnnotatedAggregate<?> by) {
        if (by != null) {
            aggregate = by;
        }
        boolean first = events.isEmpty();
        events.addAll(applied);
        return first;
    }

    List<DomainEventMessage<?>> events() {
        return events;
    }

    /** The aggregate's state as it is now. */
    @Nullable
    Object state() {
        return aggregate == null ? null : aggregate.getAggregateRoot();
    }

    /** Those events that made it so: facts in other streams may stand beside them. */
    List<DomainEventMessage<?>> eventsOfState() {
        String stream = aggregate == null ? "" : aggregate.identifierAsString();
        return events.stream()
                .filter(event -> event.getAggregateIdentifier().equals(stream))
                .toList();
    }

    void encoded(List<NewEvent> written) {
        encoded = written;
    }

    NewCommit commit(byte @Nullable [] answer) {
        RequestKey key = request.key();
        return new NewCommit(
                commitId,
                encoded,
                key == null ? null : new NewRequest(key, answer),
                onceKeys,
                taken,
                released,
                basis == null ? null : new Behind(String.valueOf(loaded), basis.commit()));
    }

    /**
     * Whether others may decide on the aggregate before this commit is durable. Not when handlers might ask the log, or the
     * claims, for something of it: what they are told there is durable, and would contradict the aggregate.
     */
    boolean mayBeDecidedOn() {
        return aggregate != null
                && taken.isEmpty()
                && released.isEmpty()
                && events.stream().allMatch(this::isPlain);
    }

    private boolean isPlain(DomainEventMessage<?> applied) {
        return applied.getAggregateIdentifier().equals(loaded)
                && applied.getSequenceNumber() > 0
                && !(applied.getPayload() instanceof Event.Ending);
    }

    void queued(CompletableFuture<Appended> appending) {
        outcome = appending;
    }

    /** Waits until the commit, or else what a decision without events stands on, is durable; fails with its failure. */
    public void settle() {
        if (outcome != null) {
            try {
                Unsettled.join(outcome);
            } catch (AppendFailure.KeyTaken taken) {
                repeats.happenedIn(command.stream());
                throw taken;
            }
        } else if (basis != null) {
            basis.settle(String.valueOf(loaded));
        }
    }

    /** Tells where the commit stands, which is durable; null when nothing was appended. */
    public @Nullable Appended appended() {
        return outcome == null ? null : Unsettled.join(outcome);
    }

    /** Whether what was appended ends a subject, whose personal data is erased. */
    public boolean erases() {
        return events.stream()
                .anyMatch(applied -> applied.getPayload() instanceof Event.Ending event && event.subject() != null);
    }

    /** Claims and once-keys without an event have no commit to join: a fault of the handler. */
    public boolean hasNothingToJoin() {
        return events.isEmpty() && !(taken.isEmpty() && released.isEmpty() && onceKeys.isEmpty());
    }

    /**
     * Most keys are new, and the log refuses a used one at the append, so only streams that were sent a used key lately
     * are asked first. A Refusal may be of a repeat that was fine when it came first.
     */
    @Override
    public <R> R perKey(Key key, Object fingerprint, Class<R> answer, Supplier<R> decide) {
        Once.mustBeComplete(answer);
        String full = command.stream() + "/" + key.kind() + "/" + key.value();
        if (unsettled.settledKey(full) || repeats.areLikelyOf(command.stream())) {
            OnceKey known = log.onceKey(full);
            return known == null ? first(full, fingerprint, decide) : again(key, known, fingerprint, answer);
        }
        try {
            return first(full, fingerprint, decide);
        } catch (Refusal refusal) {
            OnceKey known = log.onceKey(full);
            if (known == null) {
                throw refusal;
            }
            return again(key, known, fingerprint, answer);
        }
    }

    private <R> R first(String key, Object fingerprint, Supplier<R> decide) {
        R decided = decide.get();
        onceKeys.add(new OnceKey(key, fingerprint.toString(), Json.mapper().writeValueAsBytes(decided)));
        return decided;
    }

    private static <R> R again(Key key, OnceKey known, Object fingerprint, Class<R> answer) {
        if (!known.fingerprint().equals(fingerprint.toString())) {
            throw key.usedOtherwise();
        }
        return Json.mapper().readValue(known.answer(), answer);
    }

    /** The append found that the stream has gone on: one that was to be begun is looked at next time. */
    void sequenceTaken(Repeats streams) {
        if (command instanceof Command.Beginning) {
            streams.happenedIn(command.stream());
        }
    }

    @Override
    public @Nullable String owner(Claim claim) {
        return vacancies.has(claim) ? null : log.claimOwner(hmacs.claim(claim));
    }

    @Override
    public Map<Claim, String> owners(Collection<Claim> claims) {
        List<Claim> asked = List.copyOf(claims);
        List<@Nullable String> found =
                log.claimOwners(asked.stream().map(hmacs::claim).toList());
        Map<Claim, String> owners = HashMap.newHashMap(asked.size());
        for (int i = 0; i < asked.size(); i++) {
            String owner = found.get(i);
            if (owner == null) {
                vacancies.found(asked.get(i));
            } else {
                owners.put(asked.get(i), owner);
            }
        }
        return owners;
    }

    @Override
    public void take(Claim claim, StreamId owner) {
        vacancies.taken(claim);
        taken.add(new Claimed(hmacs.claim(claim), owner.toString()));
    }

    @Override
    public void release(Claim claim, StreamId owner) {
        released.add(new Claimed(hmacs.claim(claim), owner.toString()));
    }
}
