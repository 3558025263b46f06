package encore.command.axon;

import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.eventstore.axon.UnheldClaims;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.kernel.Refusal;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides again, on a freshly loaded aggregate, when a command lost a race at the append. Says what other failures of
 * the append mean for the caller.
 */
final class OptimisticRetry {

    private static final Logger LOG = LoggerFactory.getLogger(OptimisticRetry.class);

    private static final int MAX_ATTEMPTS = 12;
    private static final Duration UNDONE_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MAX_PAUSE = Duration.ofMillis(20);

    private final EventLog log;

    OptimisticRetry(EventLog log) {
        this.log = log;
    }

    /** @param decide makes one attempt; attempts are numbered from 1 */
    CommandResult decide(UnheldClaims unheldClaims, IntFunction<CommandResult> decide) {
        long startedAt = System.nanoTime();
        int attempt = 1;
        while (true) {
            try {
                return decide.apply(attempt);
            } catch (AppendFailure.SequenceTaken | AppendFailure.ClaimTaken | AppendFailure.OnceKeyTaken lost) {
                unheldClaims.clear();
                if (attempt == MAX_ATTEMPTS) {
                    throw lostRace(log);
                }
                pause(attempt++);
            } catch (AppendFailure.PredecessorMissing predecessorMissing) {
                // The commit before it failed, not this one. The command that lost has one attempt less, so this ends.
                if (System.nanoTime() - startedAt > UNDONE_TIMEOUT.toNanos()) {
                    throw lostRace(log);
                }
            } catch (AppendFailure.SubjectKeyDestroyed gone) {
                // A subject whose key was destroyed has ended. The command is refused as soon as this node has heard of
                // it.
                if (attempt == MAX_ATTEMPTS) {
                    throw new IllegalStateException(gone);
                }
                pause(attempt++);
            } catch (AppendFailure.QuotaReached full) {
                throw new Refusal(Refusal.Kind.RULE, "quota-reached", String.valueOf(full.getMessage()));
            } catch (AppendFailure.Unavailable failure) {
                LOG.debug("A command was not stored: {}", failure.getMessage());
                throw notStored();
            } catch (AppendFailure.Unknown failure) {
                LOG.debug("It is unknown whether a command was stored: {}", failure.getMessage());
                throw new Refusal(
                        Refusal.Kind.UNAVAILABLE,
                        CommandSide.OUTCOME_UNKNOWN,
                        "It is not known yet whether this was stored: try again with the same Idempotency-Key.");
            }
        }
    }

    private static void pause(int attempt) {
        long longest = Math.min(MAX_PAUSE.toNanos(), 250_000L << attempt);
        try {
            Thread.sleep(Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static Refusal notStored() {
        return new Refusal(Refusal.Kind.UNAVAILABLE, CommandSide.NOT_STORED, "Nothing can be stored now: try again.");
    }

    /**
     * Refuses a command that lost the race for its stream too often, or whose stream stayed locked by a command that
     * waits for the store.
     */
    static Refusal lostRace(EventLog log) {
        return log.writable()
                ? new Refusal(
                        Refusal.Kind.CONFLICT,
                        "concurrent-change",
                        "Other requests changed the same thing at the same time: try again.")
                : notStored();
    }
}
