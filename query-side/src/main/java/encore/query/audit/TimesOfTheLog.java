package encore.query.audit;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import encore.kernel.AsOf;
import encore.kernel.Moment;
import encore.kernel.Refusal;
import encore.query.projection.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Resolves times and positions to moments of the log. */
@Component
class TimesOfTheLog implements Moments {

    private static final int TRIES = 40;
    private static final long PAUSE = 5;

    /** The longest wait for an event that another process has just written. */
    private static final Duration BEHIND = Duration.ofMillis(TRIES * PAUSE);

    private final EventLog log;

    TimesOfTheLog(EventLog log) {
        this.log = log;
    }

    @Override
    public Moment of(AsOf asOf) {
        Long position = asOf.position();
        Instant at = asOf.at();
        if (position != null) {
            log.follow(position, BEHIND);
            if (log.head() < position) {
                throw ahead();
            }
            return at(position);
        }
        if (at == null) {
            return at(log.head());
        }
        // The writer may still stamp an event with a time that has not passed on its clock.
        if (!isPassed(at.toEpochMilli())) {
            throw ahead();
        }
        return at(log.positionAt(at.toEpochMilli()));
    }

    /** Returns the position itself when the time does not pass soon: such events are shown a little later. */
    @Override
    public long endOfTime(long position) {
        log.follow(position, BEHIND);
        if (position < 1 || position > log.head()) {
            return position;
        }
        long at = log.read(position - 1, 1).getFirst().at();
        return isPassed(at) ? log.positionAt(at) : position;
    }

    /** Waits for a time to pass, but not for long. */
    private boolean isPassed(long millis) {
        for (int i = 0; log.passed() < millis; i++) {
            if (i == TRIES) {
                return false;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private static Refusal ahead() {
        return new Refusal(RULE, "as-of-lies-ahead", "as_of", "This moment is in the future.");
    }

    private Moment at(long position) {
        List<StoredEvent> event = position == 0 ? List.of() : log.read(position - 1, 1);
        return new Moment(
                position,
                event.isEmpty()
                        ? Instant.EPOCH
                        : Instant.ofEpochMilli(event.getFirst().at()));
    }
}
