package encore.infra.eventstore.axon;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.axon.CommitDraft.DecidedCommit;
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
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.names.StoredNames;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.modelling.command.inspection.AnnotatedAggregate;
import org.jspecify.annotations.Nullable;

/**
 * One try at a command, and everything that it collects for its commit. The context travels in the command message's
 * metadata and not in a thread-local. It has one value for each stage: the aggregate is loaded, the commit is decided,
 * its append is queued. Each is set once and never changes. A command that decides without an aggregate has no first
 * one, and a decision without events has the first one alone.
 */
public final class CommandContext implements Once, Claims {

    /** The key in the command message's metadata. */
    public static final String KEY = "context";

    private final Command<?> command;
    private final CommandOrigin origin;
    private final Dispatch dispatch;
    private final LogAccess access;
    private final UnheldClaims unheldClaims;
    private final @Nullable StreamGuard streamGuard;
    private final long startedAt = System.nanoTime();
    private final byte[] commitId = UuidV7.nextBytes();
    private final AggregateContents contents = new AggregateContents();
    private final CommitDraft draft = new CommitDraft();
    private @Nullable LoadedAggregate loaded;
    private @Nullable DecidedCommit decided;
    private @Nullable CompletableFuture<AppendedCommit> queued;

    /**
     * The log, and the notes about it that all commands of a process share.
     *
     * @param recentRetries streams that were sent a used once-key lately
     */
    public record LogAccess(EventLog log, Hmacs hmacs, RecentRetries recentRetries, PendingCommits pendingCommits) {}

    /**
     * The aggregate that a command is decided on.
     *
     * @param sequence the sequence of the last event that the aggregate was made from; -1 for a new one
     * @param last the commit of that event if it was queued and not known to be durable; null otherwise
     */
    private record LoadedAggregate(String stream, long sequence, PendingCommits.@Nullable PendingCommit last) {}

    /** Creates the context of a command without a precondition. */
    public CommandContext(
            Command<?> command, CommandOrigin origin, Dispatch dispatch, LogAccess access, UnheldClaims unheldClaims) {
        this(command, origin, dispatch, access, unheldClaims, null);
    }

    /**
     * @param unheldClaims shared by all steps of one call
     * @param streamGuard the precondition of the call, shared by all of its steps; null for none
     */
    public CommandContext(
            Command<?> command,
            CommandOrigin origin,
            Dispatch dispatch,
            LogAccess access,
            UnheldClaims unheldClaims,
            @Nullable StreamGuard streamGuard) {
        this.command = command;
        this.origin = origin;
        this.dispatch = dispatch;
        this.access = access;
        this.unheldClaims = unheldClaims;
        this.streamGuard = streamGuard;
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

    AggregateContents contents() {
        return contents;
    }

    private static void mustBeUnset(@Nullable Object stage) {
        if (stage != null) {
            throw new IllegalStateException(
                    "A command has this already: " + stage.getClass().getSimpleName());
        }
    }

    /**
     * Notes the aggregate that the command is decided on.
     *
     * @param sequence the sequence of the last event that the aggregate was made from; -1 for a new one
     */
    public void loaded(String stream, long sequence) {
        mustBeUnset(loaded);
        loaded = new LoadedAggregate(stream, sequence, access.pendingCommits().lastOf(stream));
        if (streamGuard != null) {
            if (loaded.last() != null) {
                // Its position is not known before it is durable. The lock is held for that long, only for such calls.
                loaded.last().awaitDurable(stream);
            }
            streamGuard.check(stream, sequence);
        }
    }

    /** Returns the stream of the command's aggregate, or null when it has none. */
    public @Nullable String loadedStream() {
        return loaded == null ? null : loaded.stream();
    }

    /**
     * Returns whether the aggregate contained all events of its stream at some moment since this try began. Asks the
     * log, unless a commit of the stream that was queued since then is durable: that commit was the stream's last one
     * for a moment.
     */
    public boolean isUpToDate() {
        if (loaded == null) {
            return true;
        }
        PendingCommits.PendingCommit last = loaded.last();
        return last != null && last.queuedAt() - startedAt > 0 && !last.hasFailed()
                || access.log().isLastOfStream(loaded.stream(), loaded.sequence());
    }

    /** Returns the failure of a decision without events on an outdated aggregate. The command is decided again. */
    public AppendFailure.SequenceTaken staleDecision() {
        LoadedAggregate outdated = Objects.requireNonNull(loaded);
        return new AppendFailure.SequenceTaken(outdated.stream(), outdated.sequence() + 1);
    }

    public Command<?> command() {
        return command;
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
        mustBeUnset(decided);
        return draft.add(applied, by);
    }

    /** Returns the events that were applied until now. */
    List<DomainEventMessage<?>> events() {
        return draft.events();
    }

    /** Notes that the commit is decided. Nothing is added to it any more. */
    void decided(List<NewEvent> encoded) {
        mustBeUnset(decided);
        decided = draft.decided(encoded);
        for (NewEvent event : encoded) {
            contents.addEventBytes(event.payload().length);
        }
    }

    DecidedCommit decided() {
        return Objects.requireNonNull(decided);
    }

    NewCommit commit(byte @Nullable [] answer) {
        RequestIdentity key = origin.key();
        PendingCommits.PendingCommit last = loaded == null ? null : loaded.last();
        return new NewCommit(
                commitId,
                decided().encoded(),
                key == null ? null : new NewAnswer(key, answer),
                decided().onceKeys(),
                decided().claimsTaken(),
                decided().claimsReleased(),
                last == null ? null : new Predecessor(String.valueOf(loadedStream()), last.commit()));
    }

    /** Notes that the commit is in the log's queue. */
    void queued(CompletableFuture<AppendedCommit> outcome) {
        mustBeUnset(queued);
        queued = outcome;
    }

    /**
     * Waits until the commit is durable, and fails with its failure. For a decision without events it waits for the
     * commit that the decision is based on.
     */
    public void awaitDurable() {
        if (queued != null) {
            try {
                PendingCommits.join(queued);
            } catch (AppendFailure.OnceKeyTaken taken) {
                access.recentRetries().add(command.stream());
                throw taken;
            }
        } else if (loaded != null && loaded.last() != null) {
            loaded.last().awaitDurable(loaded.stream());
        }
    }

    /** Returns the position of the durable commit, or null when nothing was appended. */
    public @Nullable AppendedCommit appended() {
        return queued == null ? null : PendingCommits.join(queued);
    }

    /** Notes for the steps that follow that the appended events are the request's own. */
    public void noteOwn(AppendedCommit commit) {
        if (streamGuard != null) {
            decided().events().forEach(event -> streamGuard.noteOwn(event.getAggregateIdentifier(), commit.last()));
        }
    }

    /** Returns whether the appended events end a subject whose personal data must be erased. */
    public boolean erasesSubject() {
        return decided != null && decided.erasesSubject();
    }

    /**
     * Returns whether the handler used claims or once-keys but applied no event. That is a bug in the handler: there is
     * no commit to store them with.
     */
    public boolean hasClaimsWithoutEvents() {
        return draft.hasClaimsWithoutEvents();
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
        if (access.pendingCommits().awaitKey(full) || access.recentRetries().contains(command.stream())) {
            OnceKey stored = access.log().onceKey(full);
            return stored == null
                    ? decideFirst(full, fingerprint, decide)
                    : replayAnswer(key, stored, fingerprint, answer);
        }
        try {
            return decideFirst(full, fingerprint, decide);
        } catch (Refusal refusal) {
            OnceKey stored = access.log().onceKey(full);
            if (stored == null) {
                throw refusal;
            }
            return replayAnswer(key, stored, fingerprint, answer);
        }
    }

    private <R> R decideFirst(String key, Object fingerprint, Supplier<R> decide) {
        R decided = decide.get();
        draft.add(new OnceKey(key, fingerprint.toString(), EventJson.mapper().writeValueAsBytes(decided)));
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
        return unheldClaims.contains(claim)
                ? null
                : access.log().claimOwner(access.hmacs().claim(claim));
    }

    @Override
    public Map<Claim, String> ownersOf(Collection<Claim> claims) {
        List<Claim> distinct = List.copyOf(claims);
        List<@Nullable String> found = access.log()
                .claimOwners(distinct.stream().map(access.hmacs()::claim).toList());
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
        draft.take(new OwnedClaim(access.hmacs().claim(claim), owner.toString()));
    }

    @Override
    public void release(Claim claim, StreamId owner) {
        draft.release(new OwnedClaim(access.hmacs().claim(claim), owner.toString()));
    }
}
