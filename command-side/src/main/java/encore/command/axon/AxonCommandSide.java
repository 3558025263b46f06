package encore.command.axon;

import encore.command.axon.RequestCoalescer.InFlightRequest;
import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.IfMatch;
import encore.infra.eventstore.axon.AggregateCache;
import encore.infra.eventstore.axon.CommandContext.LogAccess;
import encore.infra.eventstore.axon.SubjectEraser;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.axonframework.commandhandling.CommandBus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts commands. Each runs on its own virtual thread, and their number is limited. A command goes through stages that
 * call one another: a {@link RequestCoalescer} joins requests of one id that are in flight, this class admits them, an
 * {@link IdempotentReceiver} repeats what was answered before, an {@link OptimisticRetry} decides again after a lost
 * race, an {@link ErasureBarrier} waits until an erasure is done, and a {@link UnitOfWorkDispatcher} decides once.
 */
public final class AxonCommandSide implements CommandSide {

    private static final Logger LOG = LoggerFactory.getLogger(AxonCommandSide.class);
    private static final Duration POSITION_TIMEOUT = Duration.ofSeconds(1);

    private final EventLog log;
    private final CommandPermits commandPermits;
    private final RequestCoalescer requestCoalescer = new RequestCoalescer();
    private final IdempotentReceiver idempotentReceiver;

    public AxonCommandSide(
            CommandBus bus,
            LogAccess access,
            SubjectEraser subjectEraser,
            AggregateCache cache,
            AggregateLocks locks,
            CommandPermits commandPermits) {
        this.log = access.log();
        this.commandPermits = commandPermits;
        this.idempotentReceiver = new IdempotentReceiver(
                access,
                new OptimisticRetry(log),
                new ErasureBarrier(subjectEraser, new UnitOfWorkDispatcher(bus, log, cache, locks)));
    }

    @Override
    public CompletableFuture<CommandResult> handle(CommandRequest request) {
        return requestCoalescer.handle(request, own -> admit(request, own));
    }

    private void admit(CommandRequest request, InFlightRequest own) {
        String stream = request.command().stream().toString();
        CommandPermits.Permit permit = commandPermits.tryAcquire(request.account(), stream);
        if (permit == null) {
            own.fail(new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Too many commands are running: try again."));
            return;
        }
        Thread.ofVirtual().name("command").start(() -> {
            CommandResult done = null;
            Throwable failure = null;
            try {
                log.awaitPosition(request.minPosition(), POSITION_TIMEOUT);
                awaitRead(request.ifMatch());
                requireStore();
                done = idempotentReceiver.receive(request);
            } catch (StoreUnavailable | SqliteFailure e) {
                // The log itself reports the problem, once.
                LOG.debug("A command was refused, since the store is not reachable: {}", e.getMessage());
                failure = OptimisticRetry.notStored();
            } catch (Throwable e) {
                failure = e;
            }
            permit.close();
            if (done == null) {
                own.fail(Objects.requireNonNull(failure));
            } else {
                own.complete(done);
            }
        });
    }

    /** Waits until this process knows what the caller has read, and refuses a caller who has read another log. */
    private void awaitRead(@Nullable IfMatch ifMatch) {
        if (ifMatch != null && !ifMatch.isAny()) {
            log.awaitPosition(ifMatch.position(), POSITION_TIMEOUT);
            if (ifMatch.position() > log.head()) {
                throw Refusal.notAsRead("The log ends before the position of If-Match. Read the thing again.");
            }
        }
    }

    /**
     * Refuses a command at once if other nodes write to the log as well and the store is not writable: a decision would
     * only wait for it in vain.
     */
    private void requireStore() {
        if (log.isShared() && !log.writable()) {
            throw OptimisticRetry.notStored();
        }
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
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
}
