package encore.query.audit;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.kernel.Refusal;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.projection.MomentResolver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Resolves times and positions to moments of the log. */
@Component
class LogMomentResolver implements MomentResolver {

    private static final int MAX_ATTEMPTS = 40;
    private static final long PAUSE_MILLIS = 5;

    /** The longest wait for an event that another process has just written. */
    private static final Duration FOLLOW_TIMEOUT = Duration.ofMillis(MAX_ATTEMPTS * PAUSE_MILLIS);

    private final EventLog log;

    LogMomentResolver(EventLog log) {
        this.log = log;
    }

    @Override
    public Moment resolve(AsOf asOf) {
        Long position = asOf.position();
        Instant at = asOf.at();
        if (position != null) {
            log.awaitPosition(position, FOLLOW_TIMEOUT);
            if (log.head() < position) {
                throw refusal();
            }
            return momentAt(position);
        }
        if (at == null) {
            return momentAt(log.head());
        }
        // The writer may still stamp an event with a time that has not passed on its clock.
        if (!isPassed(at.toEpochMilli())) {
            throw refusal();
        }
        return momentAt(log.positionAt(at.toEpochMilli()));
    }

    /** Returns the position itself when the time does not pass soon: such events are shown a little later. */
    @Override
    public long lastPositionOfTime(long position) {
        log.awaitPosition(position, FOLLOW_TIMEOUT);
        if (position < 1 || position > log.head()) {
            return position;
        }
        long at = log.read(position - 1, 1).getFirst().at();
        return isPassed(at) ? log.positionAt(at) : position;
    }

    /** Waits for a time to pass, but not for long. */
    private boolean isPassed(long millis) {
        for (int i = 0; log.settledTime() < millis; i++) {
            if (i == MAX_ATTEMPTS) {
                return false;
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private static Refusal refusal() {
        return new Refusal(RULE, "as-of-lies-ahead", "as_of", "This moment is in the future.");
    }

    private Moment momentAt(long position) {
        List<StoredEvent> event = position == 0 ? List.of() : log.read(position - 1, 1);
        return new Moment(
                position,
                event.isEmpty()
                        ? Instant.EPOCH
                        : Instant.ofEpochMilli(event.getFirst().at()));
    }
}
