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

/**
 * One try at a command, and everything that it collects for its commit. The context travels in the command message's
 * metadata and not in a thread-local.
 */
public final class CommandContext implements Once, Claims {

    /** The key in the command message's metadata. */
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

    /** @param vacancies shared by all steps of one call */
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
        throw new IllegalStateException("A command was not sent through the command side: " + command.getPayloadType());
    }

    /** Returns the context of the command that is being handled, or null when none is. */
    static @Nullable CommandContext current() {
        return CurrentUnitOfWork.isStarted()
                        && CurrentUnitOfWork.get().getMessage().getMetaData().get(KEY)
                                instanceof CommandContext handling
                ? handling
                : null;
    }

    /** Notes that the command's aggregate contains personal data of a subject. */
    void holds(String subject) {
        subjects.add(subject);
    }

    /** Returns the subjects whose personal data the command's aggregate contains. */
    Set<String> subjects() {
        return subjects;
    }

    /** Notes how many erasures the cache had seen when it was asked for the aggregate. */
    void loadedBehind(long erasures) {
        loadedBehind = erasures;
    }

    /** Returns how many erasures the cache had seen when it was asked for the aggregate; -1 when it was not asked. */
    long loadedBehind() {
        return loadedBehind;
    }

    /**
     * Notes the aggregate that the command is decided on.
     *
     * @param sequence the sequence of the last event that the aggregate was made from; -1 for a new one
     */
    void loaded(String stream, long sequence) {
        loaded = stream;
        loadedAt = sequence;
        basis = unsettled.of(stream);
    }

    /** Returns the stream of the command's aggregate, or null when it has none. */
    public @Nullable String loaded() {
        return loaded;
    }

    /**
     * Returns whether the aggregate contained all events of its stream at some moment since this try began. Asks the
     * log, unless a commit of the stream that was queued since then is durable: that commit was the stream's last one
     * for a moment.
     */
    public boolean decidedOnTheLast() {
        return loaded == null
                || basis != null && basis.since() - began > 0 && !basis.hasFailed()
                || log.isLast(loaded, loadedAt);
    }

    /** Returns the failure of a decision without events on an outdated aggregate. The command is decided again. */
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

    /** Adds events of an aggregate or of a handler without one. Returns whether they are the first of this try. */
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

    /** Returns the aggregate's current state. */
    @Nullable
    Object state() {
        return aggregate == null ? null : aggregate.getAggregateRoot();
    }

    /** Returns the events of the aggregate's own stream. A handler may have recorded facts in other streams too. */
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
     * Returns whether other commands may decide on the aggregate before this commit is durable. Not when their handlers
     * might ask the log or the claims for something in this commit: the answer there shows only durable commits and
     * would contradict the aggregate.
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

    /**
     * Waits until the commit is durable, and fails with its failure. For a decision without events it waits for the
     * commit that the decision is based on.
     */
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

    /** Returns the position of the durable commit, or null when nothing was appended. */
    public @Nullable Appended appended() {
        return outcome == null ? null : Unsettled.join(outcome);
    }

    /** Returns whether the appended events end a subject whose personal data must be erased. */
    public boolean erases() {
        return events.stream()
                .anyMatch(applied -> applied.getPayload() instanceof Event.Ending event && event.subject() != null);
    }

    /**
     * Returns whether the handler used claims or once-keys but applied no event. That is a bug in the handler: there is
     * no commit to store them with.
     */
    public boolean hasNothingToJoin() {
        return events.isEmpty() && !(taken.isEmpty() && released.isEmpty() && onceKeys.isEmpty());
    }

    /**
     * Decides first and relies on the log to refuse a used key at the append, because most keys are new. Only streams
     * that were sent a used key lately are looked up first. When the decision is refused, the key is looked up too: the
     * refusal may be of a repeat whose first try was accepted.
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

    /**
     * Notes that the append found newer events in the stream. If the command was to begin the stream, the next one
     * loads it first.
     */
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
