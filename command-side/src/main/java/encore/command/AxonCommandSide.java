package encore.command;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.LogErasures;
import encore.infra.eventstore.axon.Repeats;
import encore.infra.eventstore.axon.Request;
import encore.infra.eventstore.axon.Unsettled;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.axon.Vacancies;
import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.Appended;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.RequestKey;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.kernel.Command;
import encore.kernel.Refusal;
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
    private static final int TRIES = 12;
    private static final Duration LONGEST_BEHIND = Duration.ofSeconds(1);
    private static final Duration LONGEST_UNDONE = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

    private final CommandBus bus;
    private final EventLog log;
    private final Hmacs hmacs;
    private final LogErasures erasures;
    private final AggregateCache cache;
    private final Unsettled unsettled;
    private final AggregateLocks locks;
    private final Permits permits;
    private final Repeats repeats = new Repeats();
    private final Answers answers = new Answers();
    private final ConcurrentMap<String, InFlight> inFlight = new ConcurrentHashMap<>();

    private record InFlight(@Nullable String fingerprint, CompletableFuture<CommandResult> done) {}

    AxonCommandSide(
            CommandBus bus,
            EventLog log,
            Hmacs hmacs,
            LogErasures erasures,
            AggregateCache cache,
            Unsettled unsettled,
            AggregateLocks locks,
            Permits permits) {
        this.bus = bus;
        this.log = log;
        this.hmacs = hmacs;
        this.erasures = erasures;
        this.cache = cache;
        this.unsettled = unsettled;
        this.locks = locks;
        this.permits = permits;
    }

    @Override
    public CompletableFuture<CommandResult> handle(CommandRequest order) {
        String stream = order.command().stream().toString();
        InFlight mine = new InFlight(order.fingerprint(), new CompletableFuture<>());
        String id = order.requestId();
        InFlight other = id == null ? null : inFlight.putIfAbsent(id, mine);
        if (other != null) {
            return Objects.equals(other.fingerprint(), order.fingerprint())
                    ? other.done().copy()
                    : CompletableFuture.failedFuture(keyUsedOtherwise());
        }
        Permits.Held permit = permits.tryTake(order.account(), stream);
        if (permit == null) {
            finish(
                    id,
                    mine,
                    null,
                    new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Too many commands are running: try again."));
            return mine.done();
        }
        Thread.ofVirtual().name("command").start(() -> {
            CommandResult done = null;
            Throwable failure = null;
            try {
                log.follow(order.seen(), LONGEST_BEHIND);
                mustHaveItsStore();
                done = honour(request(order), order.command(), !order.fresh(), new Vacancies());
            } catch (StoreUnavailable e) {
                // The log itself reports the problem, once.
                LOG.debug("A command was refused, since the store is not reachable: {}", e.getMessage());
                failure = notStored();
            } catch (Throwable e) {
                failure = e;
            }
            permit.close();
            finish(id, mine, done, failure);
        });
        return mine.done();
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
    }

    /**
     * Refuses a command at once if other nodes write to the log as well and the store is not writable: a decision would
     * only wait for it in vain.
     */
    private void mustHaveItsStore() {
        if (log.shared() && !log.writable()) {
            throw notStored();
        }
    }

    private static Refusal notStored() {
        return new Refusal(Refusal.Kind.UNAVAILABLE, NOT_STORED, "Nothing can be stored now: try again.");
    }

    /**
     * Refuses a command that lost the race for its stream too often, or whose stream stayed locked by a command that
     * waits for the store.
     */
    private Refusal lost() {
        return log.writable()
                ? new Refusal(
                        Refusal.Kind.CONFLICT,
                        "concurrent-change",
                        "Other requests changed the same thing at the same time: try again.")
                : notStored();
    }

    @Override
    public @Nullable String trouble() {
        return log.trouble();
    }

    private void finish(@Nullable String id, InFlight mine, @Nullable CommandResult done, @Nullable Throwable failure) {
        if (id != null) {
            inFlight.remove(id, mine);
        }
        if (failure != null) {
            mine.done().completeExceptionally(failure);
        } else {
            mine.done().complete(Objects.requireNonNull(done));
        }
    }

    private Request request(CommandRequest order) {
        String id = order.requestId();
        if (id == null) {
            return new Request(order.account(), order.actor(), UuidV7.next().toString(), null, null);
        }
        byte[] fingerprint = hmacs.request(Objects.requireNonNullElse(order.fingerprint(), ""));
        return repeatable(order.account(), order.actor(), id, fingerprint, cause(order.actor(), id));
    }

    private Request repeatable(long account, String actor, String id, byte[] fingerprint, @Nullable Long cause) {
        byte[] hmac = hmacs.request(id);
        return new Request(account, actor, HexFormat.of().formatHex(hmac), new RequestKey(hmac, fingerprint), cause);
    }

    /**
     * Returns the position that caused an automation's request, whose id is {@code <automation>@<position>/<ordinal>};
     * null for any other request.
     */
    private static @Nullable Long cause(String actor, String id) {
        String prefix = actor + "@";
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
     * Decides a request, or returns the remembered answer of one that was decided before. If the decision is a refusal,
     * another node may have decided the same request in between and so caused the refusal: then its answer is returned.
     */
    private CommandResult honour(Request request, Command<?> command, boolean seen, Vacancies vacancies) {
        try {
            return decideUnlessHonoured(request, command, seen, vacancies);
        } catch (Refusal refusal) {
            RequestKey key = request.key();
            boolean decided = refusal.kind() != Refusal.Kind.UNAVAILABLE;
            if (key == null || !seen || !decided || !log.shared()) {
                throw refusal;
            }
            HonouredRequest known = log.request(key.id());
            if (known == null) {
                throw refusal;
            }
            return repeat(known, key, command);
        }
    }

    /** Decides a command, and decides it again after a lost race. */
    private CommandResult decideUnlessHonoured(Request request, Command<?> command, boolean seen, Vacancies vacancies) {
        RequestKey key = request.key();
        long began = System.nanoTime();
        int tries = 1;
        while (true) {
            // The winner of the race may have been this very request, on another node.
            HonouredRequest known = key != null && (seen || tries > 1) ? log.request(key.id()) : null;
            if (known != null) {
                return repeat(known, Objects.requireNonNull(key), command);
            }
            try {
                return decide(request, command, vacancies);
            } catch (AppendFailure.RequestTaken taken) {
                return repeat(taken.winner(), Objects.requireNonNull(key), command);
            } catch (AppendFailure.SequenceTaken | AppendFailure.ClaimTaken | AppendFailure.KeyTaken lost) {
                vacancies.forget();
                if (tries == TRIES) {
                    throw lost();
                }
                pause(tries++);
            } catch (AppendFailure.Undone undone) {
                // The commit before it failed, not this one. The command that lost has one attempt less, so this ends.
                if (System.nanoTime() - began > LONGEST_UNDONE.toNanos()) {
                    throw lost();
                }
            } catch (AppendFailure.KeyGone gone) {
                // A subject whose key was destroyed has ended. The command is refused as soon as this node has heard of
                // it.
                if (tries == TRIES) {
                    throw new IllegalStateException(gone);
                }
                pause(tries++);
            } catch (AppendFailure.Unavailable failure) {
                LOG.debug("A command was not stored: {}", failure.getMessage());
                throw notStored();
            } catch (AppendFailure.Unknown failure) {
                LOG.debug("It is unknown whether a command was stored: {}", failure.getMessage());
                throw new Refusal(
                        Refusal.Kind.UNAVAILABLE,
                        OUTCOME_UNKNOWN,
                        "It is not known yet whether this was stored: try again with the same Idempotency-Key.");
            }
        }
    }

    private static void pause(int tries) {
        long longest = Math.min(LONGEST_PAUSE.toNanos(), 250_000L << tries);
        try {
            Thread.sleep(Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CommandResult repeat(HonouredRequest known, RequestKey key, Command<?> command) {
        if (!MessageDigest.isEqual(known.key().fingerprint(), key.fingerprint())) {
            throw keyUsedOtherwise();
        }
        return new CommandResult(answers.read(known, command), known.position());
    }

    private static Refusal keyUsedOtherwise() {
        return new Refusal(
                Refusal.Kind.RULE,
                "key-used-otherwise",
                "Idempotency-Key",
                "This Idempotency-Key was used for another request.");
    }

    /** Decides once, in a new unit of work on the current thread. */
    private CommandResult decide(Request request, Command<?> command, Vacancies vacancies) {
        Steps steps = new Steps(request, vacancies);
        CommandContext handling =
                new CommandContext(command, request, steps, log, hmacs, repeats, unsettled, vacancies);
        CompletableFuture<CommandResultMessage<?>> result = new CompletableFuture<>();
        bus.dispatch(
                new GenericCommandMessage<Command<?>>(command, Map.of(CommandContext.KEY, handling)),
                (message, answer) -> result.complete(answer));
        CommandResultMessage<?> answer = result.join();
        settle(handling, answer);
        mustBeOfTheLast(handling, answer);
        if (answer.isExceptional()) {
            throw thrown(answer.exceptionResult());
        }
        if (handling.hasNothingToJoin()) {
            throw new IllegalStateException(
                    command.getClass().getName() + " changed claims or used a key, and applied nothing");
        }
        Appended appended = handling.appended();
        if (appended != null && handling.erases() && !erasures.await(appended.last())) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "not-erased-yet",
                    "The erasure is recorded. The key could not be destroyed yet; this is tried again.");
        }
        long written = Math.max(steps.position, appended == null ? 0 : appended.last());
        Object said = answer.getPayload();
        return new CommandResult(
                appended == null ? said : Answers.placed(said, appended.last()), written > 0 ? written : log.head());
    }

    /**
     * Waits until every commit that the decision depends on is durable. No outcome, not even a refusal, is answered
     * before.
     */
    private void settle(CommandContext handling, CommandResultMessage<?> answer) {
        if (answer.isExceptional() && answer.exceptionResult() instanceof AppendFailure) {
            return;
        }
        try {
            handling.settle();
        } catch (AppendFailure failure) {
            String stream = handling.loaded();
            if (stream != null) {
                locks.mend(stream);
            }
            throw failure;
        }
    }

    /**
     * Checks that a decision without events was made on the stream's latest state. No append checks it, and when other
     * nodes write as well, the cached aggregate may have been behind.
     */
    private void mustBeOfTheLast(CommandContext handling, CommandResultMessage<?> answer) {
        boolean decided = !answer.isExceptional() || answer.exceptionResult() instanceof Refusal;
        if (log.shared() && decided && handling.appended() == null && !handling.decidedOnTheLast()) {
            AppendFailure.SequenceTaken stale = handling.stale();
            cache.remove(handling.loaded());
            throw stale;
        }
    }

    private RuntimeException thrown(Throwable failure) {
        return switch (failure) {
            case Refusal refusal -> refusal;
            case AppendFailure lost -> lost;
            case AggregateNotFoundException missing -> Refusal.unknown("There is no such thing.");
            case LockAcquisitionFailedException busy -> lost();
            case RuntimeException fault -> fault;
            default -> new IllegalStateException(failure);
        };
    }

    /** Sends further commands on behalf of a stateless handler, within one attempt. */
    private final class Steps implements Dispatch {

        private final Request request;
        private final Vacancies vacancies;
        private int sent;
        private long position;

        Steps(Request request, Vacancies vacancies) {
            this.request = request;
            this.vacancies = vacancies;
        }

        @Override
        public <R> R handOver(Command<R> command) {
            return run(() -> decide(request, command, vacancies));
        }

        @Override
        public <R> R send(Command<R> command) {
            int ordinal = sent++;
            return run(() -> honour(step(ordinal), command, true, vacancies));
        }

        @Override
        public void skip() {
            sent++;
        }

        @Override
        public <R> List<R> sendAll(List<? extends Command<R>> commands) {
            return sendTogether(commands, this::step);
        }

        @Override
        public <R> void sendAnew(List<? extends Command<R>> commands) {
            sendTogether(commands, this::unrepeatable);
        }

        private <R> List<R> sendTogether(List<? extends Command<R>> commands, IntFunction<Request> as) {
            List<CompletableFuture<CommandResult>> running = new ArrayList<>(commands.size());
            for (Command<R> command : commands) {
                Request step = as.apply(sent++);
                running.add(start(() -> honour(step, command, true, vacancies)));
            }
            // All commands end before the refusal of one is thrown: a command that still runs after the answer would
            // surprise the caller.
            running.forEach(one -> one.handle((done, failure) -> done).join());
            return running.stream().map(this::<R>answer).toList();
        }

        private Request step(int ordinal) {
            RequestKey key = request.key();
            Request step = unrepeatable(ordinal);
            return key == null
                    ? step
                    : repeatable(step.account(), step.actor(), step.id(), key.fingerprint(), step.cause());
        }

        private Request unrepeatable(int ordinal) {
            String id = request.id() + "+" + ordinal;
            return new Request(request.account(), request.actor(), id, null, request.cause());
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
