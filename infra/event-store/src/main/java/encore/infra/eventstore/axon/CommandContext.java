package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.NewCommit.Predecessor;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.names.StoredNames;
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
    public static final String KEY = "context";

    private final Command<?> command;
    private final CommandOrigin origin;
    private final Dispatch dispatch;
    private final EventLog log;
    private final Hmacs hmacs;
    private final RecentRetries recentRetries;
    private final PendingCommits pendingCommits;
    private final UnheldClaims unheldClaims;
    private final long startedAt = System.nanoTime();
    private final byte[] commitId = UuidV7.nextBytes();
    private final List<DomainEventMessage<?>> events = new ArrayList<>(2);
    private final List<OnceKey> onceKeys = new ArrayList<>(1);
    private final List<OwnedClaim> claimsTaken = new ArrayList<>(0);
    private final List<OwnedClaim> claimsReleased = new ArrayList<>(0);
    private final Set<String> subjects = new HashSet<>(2);
    private List<NewEvent> encoded = List.of();
    private @Nullable AnnotatedAggregate<?> aggregate;
    private PendingCommits.@Nullable PendingCommit pendingCommit;
    private @Nullable CompletableFuture<AppendedCommit> appendOutcome;
    private @Nullable String loadedStream;
    private long loadedSequence;
    private long erasuresBeforeLoad = -1;
    private int eventBytes;

    /** @param unheldClaims shared by all steps of one call */
    public CommandContext(
            Command<?> command,
            CommandOrigin origin,
            Dispatch dispatch,
            EventLog log,
            Hmacs hmacs,
            RecentRetries recentRetries,
            PendingCommits pendingCommits,
            UnheldClaims unheldClaims) {
        this.command = command;
        this.origin = origin;
        this.dispatch = dispatch;
        this.log = log;
        this.hmacs = hmacs;
        this.recentRetries = recentRetries;
        this.pendingCommits = pendingCommits;
        this.unheldClaims = unheldClaims;
    }

    public static CommandContext of(Message<?> command) {
        if (command.getMetaData().get(KEY) instanceof CommandContext context) {
            return context;
        }
        throw new IllegalStateException("A command was not sent through the command side: " + command.getPayloadType());
    }

    /** Returns the context of the command that is being handled, or null when none is. */
    static @Nullable CommandContext current() {
        return CurrentUnitOfWork.isStarted()
                        && CurrentUnitOfWork.get().getMessage().getMetaData().get(KEY) instanceof CommandContext context
                ? context
                : null;
    }

    /** Notes that the command's aggregate contains personal data of a subject. */
    void addSubject(String subject) {
        subjects.add(subject);
    }

    /** Returns the subjects whose personal data the command's aggregate contains. */
    Set<String> subjects() {
        return subjects;
    }

    /** Notes the bytes of an event, or of a snapshot, that the command's aggregate is made of. */
    void addEventBytes(int bytes) {
        eventBytes = (int) Math.min(Integer.MAX_VALUE / 2, (long) eventBytes + bytes);
    }

    /** Returns the bytes of the events that this command read and applied. */
    int eventBytes() {
        return eventBytes;
    }

    /** Notes how many erasures the cache had seen when it was asked for the aggregate. */
    void erasuresBeforeLoad(long erasures) {
        erasuresBeforeLoad = erasures;
    }

    /** Returns how many erasures the cache had seen when it was asked for the aggregate; -1 when it was not asked. */
    long erasuresBeforeLoad() {
        return erasuresBeforeLoad;
    }

    /**
     * Notes the aggregate that the command is decided on.
     *
     * @param sequence the sequence of the last event that the aggregate was made from; -1 for a new one
     */
    public void loadedStream(String stream, long sequence) {
        loadedStream = stream;
        loadedSequence = sequence;
        pendingCommit = pendingCommits.lastOf(stream);
    }

    /** Returns the stream of the command's aggregate, or null when it has none. */
    public @Nullable String loadedStream() {
        return loadedStream;
    }

    /**
     * Returns whether the aggregate contained all events of its stream at some moment since this try began. Asks the
     * log, unless a commit of the stream that was queued since then is durable: that commit was the stream's last one
     * for a moment.
     */
    public boolean isUpToDate() {
        return loadedStream == null
                || pendingCommit != null && pendingCommit.queuedAt() - startedAt > 0 && !pendingCommit.hasFailed()
                || log.isLastOfStream(loadedStream, loadedSequence);
    }

    /** Returns the failure of a decision without events on an outdated aggregate. The command is decided again. */
    public AppendFailure.SequenceTaken staleDecision() {
        return new AppendFailure.SequenceTaken(String.valueOf(loadedStream), loadedSequence + 1);
    }

    public CommandOrigin origin() {
        return origin;
    }

    public Dispatch dispatch() {
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
        written.forEach(event -> addEventBytes(event.payload().length));
    }

    NewCommit commit(byte @Nullable [] answer) {
        RequestIdentity key = origin.key();
        return new NewCommit(
                commitId,
                encoded,
                key == null ? null : new NewAnswer(key, answer),
                onceKeys,
                claimsTaken,
                claimsReleased,
                pendingCommit == null ? null : new Predecessor(String.valueOf(loadedStream), pendingCommit.commit()));
    }

    /**
     * Returns whether other commands may decide on the aggregate before this commit is durable. Not when their handlers
     * might ask the log or the claims for something in this commit: the answer there shows only durable commits and
     * would contradict the aggregate.
     */
    boolean allowsEarlyDecisions() {
        return aggregate != null
                && claimsTaken.isEmpty()
                && claimsReleased.isEmpty()
                && events.stream().allMatch(this::isContinuation);
    }

    private boolean isContinuation(DomainEventMessage<?> applied) {
        return applied.getAggregateIdentifier().equals(loadedStream)
                && applied.getSequenceNumber() > 0
                && !(applied.getPayload() instanceof Event.FinalEvent);
    }

    void setOutcome(CompletableFuture<AppendedCommit> appending) {
        appendOutcome = appending;
    }

    /**
     * Waits until the commit is durable, and fails with its failure. For a decision without events it waits for the
     * commit that the decision is based on.
     */
    public void awaitDurable() {
        if (appendOutcome != null) {
            try {
                PendingCommits.join(appendOutcome);
            } catch (AppendFailure.OnceKeyTaken taken) {
                recentRetries.add(command.stream());
                throw taken;
            }
        } else if (pendingCommit != null) {
            pendingCommit.awaitDurable(String.valueOf(loadedStream));
        }
    }

    /** Returns the position of the durable commit, or null when nothing was appended. */
    public @Nullable AppendedCommit appended() {
        return appendOutcome == null ? null : PendingCommits.join(appendOutcome);
    }

    /** Returns whether the appended events end a subject whose personal data must be erased. */
    public boolean erasesSubject() {
        return events.stream()
                .anyMatch(applied -> applied.getPayload() instanceof Event.FinalEvent event && event.subject() != null);
    }

    /**
     * Returns whether the handler used claims or once-keys but applied no event. That is a bug in the handler: there is
     * no commit to store them with.
     */
    public boolean hasClaimsWithoutEvents() {
        return events.isEmpty() && !(claimsTaken.isEmpty() && claimsReleased.isEmpty() && onceKeys.isEmpty());
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
        if (pendingCommits.awaitKey(full) || recentRetries.contains(command.stream())) {
            OnceKey stored = log.onceKey(full);
            return stored == null
                    ? decideFirst(full, fingerprint, decide)
                    : replayAnswer(key, stored, fingerprint, answer);
        }
        try {
            return decideFirst(full, fingerprint, decide);
        } catch (Refusal refusal) {
            OnceKey stored = log.onceKey(full);
            if (stored == null) {
                throw refusal;
            }
            return replayAnswer(key, stored, fingerprint, answer);
        }
    }

    private <R> R decideFirst(String key, Object fingerprint, Supplier<R> decide) {
        R decided = decide.get();
        onceKeys.add(new OnceKey(key, fingerprint.toString(), EventJson.mapper().writeValueAsBytes(decided)));
        return decided;
    }

    private static <R> R replayAnswer(Key key, OnceKey stored, Object fingerprint, Class<R> answer) {
        if (!stored.fingerprint().equals(fingerprint.toString())) {
            throw key.conflictRefusal();
        }
        return EventJson.mapper().readValue(stored.answer(), answer);
    }

    /**
     * Notes that the append found newer events in the stream. If the command was to begin the stream, the next one
     * loads it first.
     */
    void noteSequenceTaken(RecentRetries streams) {
        if (command instanceof Command.NewStream) {
            streams.add(command.stream());
        }
    }

    @Override
    public @Nullable String ownerOf(Claim claim) {
        return unheldClaims.contains(claim) ? null : log.claimOwner(hmacs.claim(claim));
    }

    @Override
    public Map<Claim, String> ownersOf(Collection<Claim> claims) {
        List<Claim> distinct = List.copyOf(claims);
        List<@Nullable String> found =
                log.claimOwners(distinct.stream().map(hmacs::claim).toList());
        Map<Claim, String> owners = HashMap.newHashMap(distinct.size());
        for (int i = 0; i < distinct.size(); i++) {
            String owner = found.get(i);
            if (owner == null) {
                unheldClaims.add(distinct.get(i));
            } else {
                owners.put(distinct.get(i), owner);
            }
        }
        return owners;
    }

    @Override
    public void take(Claim claim, StreamId owner) {
        unheldClaims.remove(claim);
        claimsTaken.add(new OwnedClaim(hmacs.claim(claim), owner.toString()));
    }

    @Override
    public void release(Claim claim, StreamId owner) {
        claimsReleased.add(new OwnedClaim(hmacs.claim(claim), owner.toString()));
    }
}
