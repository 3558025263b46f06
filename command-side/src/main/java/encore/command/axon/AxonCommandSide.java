package encore.command.axon;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.axon.CommandOrigin;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.PendingCommits;
import encore.infra.eventstore.axon.RecentRetries;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.axon.UnheldClaims;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.bulkcalls.BulkCallCommand.BeginBulkCall;
import encore.kernel.bulkcalls.BulkCallId;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.CommandResultMessage;
import org.axonframework.commandhandling.GenericCommandMessage;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts commands. Each runs on its own virtual thread, and their number is limited. A request id is decided once; a
 * repeat gets the remembered answer. A command that lost a race at the append is decided again on a freshly loaded
 * aggregate.
 */
public final class AxonCommandSide implements CommandSide {

    private static final Logger LOG = LoggerFactory.getLogger(AxonCommandSide.class);
    /** The actor of a session's calls is this prefix and its session_ref. */
    private static final String SESSION_ACTOR = "session:";

    private static final int MOST_ATTEMPTS = 12;
    private static final Duration POSITION_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration UNDONE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

    private final CommandBus bus;
    private final EventLog log;
    private final Hmacs hmacs;
    private final SubjectEraser subjectEraser;
    private final AggregateCache cache;
    private final CommandContext.LogAccess access;
    private final AggregateLocks locks;
    private final CommandPermits commandPermits;
    private final AnswerReader answerReader = new AnswerReader();
    private final ConcurrentMap<String, RunningCommand> runningById = new ConcurrentHashMap<>();

    private record RunningCommand(@Nullable String fingerprint, CompletableFuture<CommandResult> done) {}

    public AxonCommandSide(
            CommandBus bus,
            EventLog log,
            Hmacs hmacs,
            SubjectEraser subjectEraser,
            AggregateCache cache,
            PendingCommits pendingCommits,
            AggregateLocks locks,
            CommandPermits commandPermits) {
        this.bus = bus;
        this.log = log;
        this.hmacs = hmacs;
        this.subjectEraser = subjectEraser;
        this.cache = cache;
        this.access = new CommandContext.LogAccess(log, hmacs, new RecentRetries(), pendingCommits);
        this.locks = locks;
        this.commandPermits = commandPermits;
    }

    @Override
    public CompletableFuture<CommandResult> handle(CommandRequest request) {
        String stream = request.command().stream().toString();
        RunningCommand own = new RunningCommand(request.fingerprint(), new CompletableFuture<>());
        String id = request.requestId();
        RunningCommand other = id == null ? null : runningById.putIfAbsent(id, own);
        if (other != null) {
            return Objects.equals(other.fingerprint(), request.fingerprint())
                    ? other.done().thenApply(CommandResult::asRepeat)
                    : CompletableFuture.failedFuture(keyReusedRefusal());
        }
        CommandPermits.Permit permit = commandPermits.tryAcquire(request.account(), stream);
        if (permit == null) {
            complete(
                    id,
                    own,
                    null,
                    new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Too many commands are running: try again."));
            return own.done();
        }
        Thread.ofVirtual().name("command").start(() -> {
            CommandResult done = null;
            Throwable failure = null;
            try {
                log.awaitPosition(request.minPosition(), POSITION_TIMEOUT);
                requireStore();
                done = decideRequest(request);
            } catch (StoreUnavailable | SqliteFailure e) {
                // The log itself reports the problem, once.
                LOG.debug("A command was refused, since the store is not reachable: {}", e.getMessage());
                failure = notStoredRefusal();
            } catch (Throwable e) {
                failure = e;
            }
            permit.close();
            complete(id, own, done, failure);
        });
        return own.done();
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
    }

    /**
     * Refuses a command at once if other nodes write to the log as well and the store is not writable: a decision would
     * only wait for it in vain.
     */
    private void requireStore() {
        if (log.isShared() && !log.writable()) {
            throw notStoredRefusal();
        }
    }

    private static Refusal notStoredRefusal() {
        return new Refusal(Refusal.Kind.UNAVAILABLE, NOT_STORED, "Nothing can be stored now: try again.");
    }

    /**
     * Refuses a command that lost the race for its stream too often, or whose stream stayed locked by a command that
     * waits for the store.
     */
    private Refusal lostRaceRefusal() {
        return log.writable()
                ? new Refusal(
                        Refusal.Kind.CONFLICT,
                        "concurrent-change",
                        "Other requests changed the same thing at the same time: try again.")
                : notStoredRefusal();
    }

    @Override
    public @Nullable String problem() {
        return log.problem();
    }

    @Override
    public @Nullable String warning() {
        return log.warning();
    }

    @Override
    public boolean handsOver() {
        return log.isClockBehind();
    }

    private void complete(
            @Nullable String id, RunningCommand own, @Nullable CommandResult done, @Nullable Throwable failure) {
        if (id != null) {
            runningById.remove(id, own);
        }
        if (failure != null) {
            own.done().completeExceptionally(failure);
        } else {
            own.done().complete(Objects.requireNonNull(done));
        }
    }

    private CommandOrigin originOf(CommandRequest request) {
        String id = request.requestId();
        if (id == null) {
            return new CommandOrigin(
                    request.account(), request.actor(), UuidV7.next().toString(), null, null);
        }
        byte[] fingerprint = hmacs.request(Objects.requireNonNullElse(request.fingerprint(), ""));
        String earlier = earlierId(request, id);
        return repeatableOrigin(
                request.account(),
                request.actor(),
                earlier != null && isAnswered(earlier, fingerprint) ? earlier : id,
                fingerprint,
                causeOf(request, id));
    }

    /**
     * Returns the id that earlier builds gave to the request of a session, {@code <account>:<key>} instead of {@code
     * <account>:<session_ref>:<key>}; null for any other request.
     */
    private static @Nullable String earlierId(CommandRequest request, String id) {
        if (!request.actor().startsWith(SESSION_ACTOR)) {
            return null;
        }
        String account = request.account() + ":";
        String session = account + request.actor().substring(SESSION_ACTOR.length()) + ":";
        return id.startsWith(session) ? account + id.substring(session.length()) : null;
    }

    private boolean isAnswered(String id, byte[] fingerprint) {
        RememberedAnswer remembered = log.rememberedAnswer(hmacs.request(id));
        return remembered != null && MessageDigest.isEqual(remembered.key().fingerprint(), fingerprint);
    }

    private CommandOrigin repeatableOrigin(
            long account, String actor, String id, byte[] fingerprint, @Nullable Long cause) {
        byte[] hmac = hmacs.request(id);
        return new CommandOrigin(
                account, actor, HexFormat.of().formatHex(hmac), new RequestIdentity(hmac, fingerprint), cause);
    }

    /**
     * Returns the position that caused an automation's request, whose id is {@code <automation>@<position>/<ordinal>}, or
     * {@code <automation>/<key>@<instant>} for one of a timer; null for any other request.
     */
    private static @Nullable Long causeOf(CommandRequest request, String id) {
        if (id.startsWith(request.actor() + "/") && id.contains("@") && request.minPosition() > 0) {
            return request.minPosition();
        }
        String prefix = request.actor() + "@";
        int end = id.indexOf('/', prefix.length());
        if (end < 0 || !id.startsWith(prefix)) {
            return null;
        }
        try {
            return Long.valueOf(id.substring(prefix.length(), end));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Decides the command of a request. A bulk call has no last step whose commit would remember the request, so if the
     * request has a fingerprint, its beginning is recorded first. A repeat of the same request carries out the steps
     * that are missing.
     */
    private CommandResult decideRequest(CommandRequest request) {
        CommandOrigin origin = originOf(request);
        UnheldClaims unheldClaims = new UnheldClaims();
        boolean mayBeAnswered = !request.isNewId();
        if (!(request.command() instanceof Command.Bulk)) {
            return decideOrRepeat(origin, request.command(), mayBeAnswered, unheldClaims);
        }
        boolean isRepeat = false;
        if (request.fingerprint() != null) {
            String uid = UuidV7.next().toString();
            BeginBulkCall begin = new BeginBulkCall(new BulkCallId(request.account(), uid));
            isRepeat =
                    decideOrRepeat(origin, begin, mayBeAnswered, unheldClaims).isRepeat();
        }
        CommandResult done = decideUnlessAnswered(origin, null, request.command(), mayBeAnswered, unheldClaims);
        return isRepeat ? done.asRepeat() : done;
    }

    /**
     * Decides a request, or returns the remembered answer of one that was decided before. If the decision is a refusal,
     * another node may have decided the same request in between and so caused the refusal: then its answer is returned.
     */
    private CommandResult decideOrRepeat(
            CommandOrigin origin, Command<?> command, boolean mayBeAnswered, UnheldClaims unheldClaims) {
        try {
            return decideUnlessAnswered(origin, origin.key(), command, mayBeAnswered, unheldClaims);
        } catch (Refusal refusal) {
            RequestIdentity key = origin.key();
            boolean decided = refusal.kind() != Refusal.Kind.UNAVAILABLE;
            if (key == null || !mayBeAnswered || !decided || !log.isShared()) {
                throw refusal;
            }
            RememberedAnswer remembered = log.rememberedAnswer(key.id());
            if (remembered == null) {
                throw refusal;
            }
            return repeatAnswer(remembered, key, command);
        }
    }

    /**
     * Decides a command, and decides it again after a lost race.
     *
     * @param key the request whose remembered answer is the command's; null when there is none
     */
    private CommandResult decideUnlessAnswered(
            CommandOrigin origin,
            @Nullable RequestIdentity key,
            Command<?> command,
            boolean mayBeAnswered,
            UnheldClaims unheldClaims) {
        long startedAt = System.nanoTime();
        int attempt = 1;
        while (true) {
            // The winner of the race may have been this very request, on another node.
            RememberedAnswer remembered =
                    key != null && (mayBeAnswered || attempt > 1) ? log.rememberedAnswer(key.id()) : null;
            if (remembered != null) {
                return repeatAnswer(remembered, Objects.requireNonNull(key), command);
            }
            try {
                return decide(origin, command, unheldClaims);
            } catch (AppendFailure.RequestAnswered taken) {
                return repeatAnswer(taken.answer(), Objects.requireNonNull(key), command);
            } catch (AppendFailure.SequenceTaken | AppendFailure.ClaimTaken | AppendFailure.OnceKeyTaken lost) {
                unheldClaims.clear();
                if (attempt == MOST_ATTEMPTS) {
                    throw lostRaceRefusal();
                }
                pause(attempt++);
            } catch (AppendFailure.PredecessorMissing predecessorMissing) {
                // The commit before it failed, not this one. The command that lost has one attempt less, so this ends.
                if (System.nanoTime() - startedAt > UNDONE_TIMEOUT.toNanos()) {
                    throw lostRaceRefusal();
                }
            } catch (AppendFailure.SubjectKeyDestroyed gone) {
                // A subject whose key was destroyed has ended. The command is refused as soon as this node has heard of
                // it.
                if (attempt == MOST_ATTEMPTS) {
                    throw new IllegalStateException(gone);
                }
                pause(attempt++);
            } catch (AppendFailure.QuotaReached full) {
                throw new Refusal(Refusal.Kind.RULE, "quota-reached", String.valueOf(full.getMessage()));
            } catch (AppendFailure.Unavailable failure) {
                LOG.debug("A command was not stored: {}", failure.getMessage());
                throw notStoredRefusal();
            } catch (AppendFailure.Unknown failure) {
                LOG.debug("It is unknown whether a command was stored: {}", failure.getMessage());
                throw new Refusal(
                        Refusal.Kind.UNAVAILABLE,
                        OUTCOME_UNKNOWN,
                        "It is not known yet whether this was stored: try again with the same Idempotency-Key.");
            }
        }
    }

    private static void pause(int attempt) {
        long longest = Math.min(LONGEST_PAUSE.toNanos(), 250_000L << attempt);
        try {
            Thread.sleep(Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CommandResult repeatAnswer(RememberedAnswer remembered, RequestIdentity key, Command<?> command) {
        if (!MessageDigest.isEqual(remembered.key().fingerprint(), key.fingerprint())) {
            throw keyReusedRefusal();
        }
        return new CommandResult(answerReader.read(remembered, command), remembered.position(), true);
    }

    private static Refusal keyReusedRefusal() {
        return new Refusal(
                Refusal.Kind.RULE,
                "key-used-otherwise",
                "Idempotency-Key",
                "This Idempotency-Key was used for another request.");
    }

    /** Decides once, in a new unit of work on the current thread. */
    private CommandResult decide(CommandOrigin origin, Command<?> command, UnheldClaims unheldClaims) {
        StepDispatch stepDispatch = new StepDispatch(origin, unheldClaims);
        CommandContext context = new CommandContext(command, origin, stepDispatch, access, unheldClaims);
        CompletableFuture<CommandResultMessage<?>> result = new CompletableFuture<>();
        bus.dispatch(
                new GenericCommandMessage<Command<?>>(command, Map.of(CommandContext.KEY, context)),
                (message, answer) -> result.complete(answer));
        CommandResultMessage<?> answer = result.join();
        awaitBasis(context, answer);
        requireLatestState(context, answer);
        if (answer.isExceptional()) {
            throw toRuntimeException(answer.exceptionResult());
        }
        if (context.hasClaimsWithoutEvents()) {
            throw new IllegalStateException(
                    command.getClass().getName() + " changed claims or used a key, and applied nothing");
        }
        AppendedCommit appendedCommit = context.appended();
        if (appendedCommit != null && context.erasesSubject() && !subjectEraser.await(appendedCommit.last())) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "not-erased-yet",
                    "The erasure is recorded. The key could not be destroyed yet; this is tried again.");
        }
        long written = Math.max(stepDispatch.position, appendedCommit == null ? 0 : appendedCommit.last());
        Object payload = answer.getPayload();
        return new CommandResult(
                appendedCommit == null ? payload : AnswerReader.withPosition(payload, appendedCommit.last()),
                written > 0 ? written : log.head());
    }

    /**
     * Waits until every commit that the decision depends on is durable. No outcome, not even a refusal, is answered
     * before.
     */
    private void awaitBasis(CommandContext context, CommandResultMessage<?> answer) {
        if (answer.isExceptional() && answer.exceptionResult() instanceof AppendFailure) {
            return;
        }
        try {
            context.awaitDurable();
        } catch (AppendFailure failure) {
            String stream = context.loadedStream();
            if (stream != null) {
                locks.dropUnlessBusy(stream);
            }
            throw failure;
        }
    }

    /**
     * Checks that a decision without events was made on the stream's latest state. No append checks it, and when other
     * nodes write as well, the cached aggregate may have been behind.
     */
    private void requireLatestState(CommandContext context, CommandResultMessage<?> answer) {
        boolean decided = !answer.isExceptional() || answer.exceptionResult() instanceof Refusal;
        if (log.isShared() && decided && context.appended() == null && !context.isUpToDate()) {
            AppendFailure.SequenceTaken stale = context.staleDecision();
            cache.remove(context.loadedStream());
            throw stale;
        }
    }

    private RuntimeException toRuntimeException(Throwable failure) {
        return switch (failure) {
            case Refusal refusal -> refusal;
            case AppendFailure lost -> lost;
            case AggregateNotFoundException missing -> Refusal.unknown("There is no such thing.");
            case LockAcquisitionFailedException busy -> lostRaceRefusal();
            case RuntimeException fault -> fault;
            default -> new IllegalStateException(failure);
        };
    }

    /** Sends further commands on behalf of a stateless handler, within one attempt. */
    private final class StepDispatch implements Dispatch {

        private final CommandOrigin origin;
        private final UnheldClaims unheldClaims;
        private int lastOrdinal;
        private long position;

        StepDispatch(CommandOrigin origin, UnheldClaims unheldClaims) {
            this.origin = origin;
            this.unheldClaims = unheldClaims;
        }

        @Override
        public <R> R sendLast(Command<R> command) {
            return run(() -> decide(origin, command, unheldClaims));
        }

        @Override
        public <R> R send(Command<R> command) {
            int ordinal = lastOrdinal++;
            return run(() -> decideOrRepeat(repeatableStep(ordinal), command, true, unheldClaims));
        }

        @Override
        public void skipStep() {
            lastOrdinal++;
        }

        @Override
        public <R> List<R> sendAll(List<? extends Command<R>> commands) {
            return sendTogether(commands, this::repeatableStep);
        }

        @Override
        public <R> void sendAllOnEachAttempt(List<? extends Command<R>> commands) {
            sendTogether(commands, this::unrepeatableStep);
        }

        private <R> List<R> sendTogether(List<? extends Command<R>> commands, IntFunction<CommandOrigin> as) {
            List<CompletableFuture<CommandResult>> running = new ArrayList<>(commands.size());
            for (Command<R> command : commands) {
                CommandOrigin step = as.apply(lastOrdinal++);
                running.add(start(() -> decideOrRepeat(step, command, true, unheldClaims)));
            }
            // All commands end before the refusal of one is thrown: a command that still runs after the answer would
            // surprise the caller.
            running.forEach(one -> one.handle((done, failure) -> done).join());
            return running.stream().map(this::<R>answer).toList();
        }

        private CommandOrigin repeatableStep(int ordinal) {
            RequestIdentity key = origin.key();
            CommandOrigin step = unrepeatableStep(ordinal);
            return key == null
                    ? step
                    : repeatableOrigin(step.account(), step.actor(), step.id(), key.fingerprint(), step.cause());
        }

        private CommandOrigin unrepeatableStep(int ordinal) {
            String id = origin.id() + "+" + ordinal;
            return new CommandOrigin(origin.account(), origin.actor(), id, null, origin.cause());
        }

        /**
         * Runs a step on this thread, since a new thread would be waited for just as long. The current unit of work
         * must not become the parent of the step's.
         */
        private <R> R run(Supplier<CommandResult> step) {
            UnitOfWork<?> ours = CurrentUnitOfWork.get();
            CurrentUnitOfWork.clear(ours);
            try {
                return answer(step.get());
            } finally {
                CurrentUnitOfWork.set(ours);
            }
        }

        private CompletableFuture<CommandResult> start(Supplier<CommandResult> step) {
            CompletableFuture<CommandResult> done = new CompletableFuture<>();
            Thread.ofVirtual().name("step").start(() -> {
                try {
                    done.complete(step.get());
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
            return done;
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Command<R> names its answer.
        private <R> R answer(CommandResult found) {
            position = Math.max(position, found.position());
            return (R) found.answer();
        }

        @SuppressWarnings("TypeParameterUnusedInFormals") // as above
        private <R> R answer(CompletableFuture<CommandResult> done) {
            try {
                return answer(done.join());
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }
    }
}
