package encore.command.axon;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.IfMatch;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.axon.CommandContext.LogAccess;
import encore.infra.eventstore.axon.CommandOrigin;
import encore.infra.eventstore.axon.StreamGuard;
import encore.infra.eventstore.axon.UnheldClaims;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.bulkcalls.BulkCallCommand.BeginBulkCall;
import encore.kernel.bulkcalls.BulkCallId;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/**
 * Decides the command of a request once. A repeat of the request gets the remembered answer, read as the type that the
 * command names.
 */
final class IdempotentReceiver {

    private final LogAccess access;
    private final EventLog log;
    private final CommandOrigins commandOrigins;
    private final OptimisticRetry optimisticRetry;
    private final ErasureBarrier erasureBarrier;
    private final Map<Class<?>, JavaType> answerTypes = new ConcurrentHashMap<>();

    IdempotentReceiver(LogAccess access, OptimisticRetry optimisticRetry, ErasureBarrier erasureBarrier) {
        this.access = access;
        this.log = access.log();
        this.commandOrigins = new CommandOrigins(log, access.hmacs());
        this.optimisticRetry = optimisticRetry;
        this.erasureBarrier = erasureBarrier;
    }

    /**
     * Decides the command of a request. A bulk call has no last step whose commit would remember the request, so if the
     * request has a fingerprint, its beginning is recorded first. A repeat of the same request carries out the steps
     * that are missing.
     */
    CommandResult receive(CommandRequest request) {
        CommandOrigin origin = commandOrigins.of(request);
        CallScope scope = new CallScope(new UnheldClaims(), guard(request));
        boolean mayBeAnswered = !request.isNewId();
        if (!(request.command() instanceof Command.Bulk)) {
            return decideOnce(origin, request.command(), mayBeAnswered, scope);
        }
        boolean isRepeat = false;
        if (request.fingerprint() != null) {
            String uid = UuidV7.next().toString();
            BeginBulkCall begin = new BeginBulkCall(new BulkCallId(request.account(), uid));
            isRepeat = decideOnce(origin, begin, mayBeAnswered, scope).isRepeat();
        }
        CommandResult done = decideEachTime(origin, request.command(), scope);
        return isRepeat ? done.asRepeat() : done;
    }

    /**
     * Decides a command, or returns the remembered answer of one that was decided before. If the decision is a refusal,
     * another node may have decided the same request in between and so caused the refusal: then its answer is returned.
     */
    CommandResult decideOnce(CommandOrigin origin, Command<?> command, boolean mayBeAnswered, CallScope scope) {
        RequestIdentity key = origin.key();
        if (key == null) {
            return decideEachTime(origin, command, scope);
        }
        try {
            return optimisticRetry.decide(scope.unheldClaims(), attempt -> {
                // The winner of the race may have been this very request, on another node.
                RememberedAnswer remembered = mayBeAnswered || attempt > 1 ? log.rememberedAnswer(key.id()) : null;
                return remembered == null
                        ? decideUnlessAnswered(origin, key, command, scope)
                        : repeatAnswer(remembered, key, command, scope);
            });
        } catch (Refusal refusal) {
            boolean decided = refusal.kind() != Refusal.Kind.UNAVAILABLE;
            RememberedAnswer remembered =
                    mayBeAnswered && decided && log.isShared() ? log.rememberedAnswer(key.id()) : null;
            if (remembered == null) {
                throw refusal;
            }
            return repeatAnswer(remembered, key, command, scope);
        }
    }

    private CommandResult decideUnlessAnswered(
            CommandOrigin origin, RequestIdentity key, Command<?> command, CallScope scope) {
        try {
            return attempt(origin, command, scope);
        } catch (AppendFailure.RequestAnswered taken) {
            return repeatAnswer(taken.answer(), key, command, scope);
        }
    }

    private CommandResult decideEachTime(CommandOrigin origin, Command<?> command, CallScope scope) {
        return optimisticRetry.decide(scope.unheldClaims(), attempt -> attempt(origin, command, scope));
    }

    /** Tries to decide, as part of an attempt at the whole request. */
    CommandResult attempt(CommandOrigin origin, Command<?> command, CallScope scope) {
        scope.checkLog();
        StepDispatch steps = new StepDispatch(this, commandOrigins, origin, scope);
        return erasureBarrier.decide(
                new CommandContext(command, origin, steps, access, scope.unheldClaims(), scope.streamGuard()), steps);
    }

    private CommandResult repeatAnswer(
            RememberedAnswer remembered, RequestIdentity key, Command<?> command, CallScope scope) {
        scope.noteRepeat(command, remembered.position());
        if (!MessageDigest.isEqual(remembered.key().fingerprint(), key.fingerprint())) {
            throw RequestCoalescer.keyReused();
        }
        byte[] stored = remembered.answer();
        if (stored == null) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "answer-not-kept",
                    "This request was done before. Its answer contained a secret, which is not stored and cannot be"
                            + " repeated.");
        }
        Object answer = EventJson.mapper().readValue(stored, answerType(command.getClass()));
        return new CommandResult(
                UnitOfWorkDispatcher.withPosition(answer, remembered.position()), remembered.position(), true);
    }

    private @Nullable StreamGuard guard(CommandRequest request) {
        IfMatch ifMatch = request.ifMatch();
        return ifMatch == null
                ? null
                : new StreamGuard(log, request.command().stream().toString(), ifMatch.position());
    }

    private JavaType answerType(Class<?> command) {
        return answerTypes.computeIfAbsent(
                command,
                type -> EventJson.mapper()
                        .constructType(type)
                        .findSuperType(Command.class)
                        .containedType(0));
    }
}
