package encore.query.audit;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredEvent;
import encore.kernel.AsOf;
import encore.kernel.Refusal;
import encore.kernel.audit.AuditQuery.FindMoment;
import encore.query.runtime.Answerer;
import java.time.Instant;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Which position a time means. */
@Component
class Moments implements Answerer {

    private static final int TRIES = 40;
    private static final long PAUSE = 5;

    private final EventLog log;

    Moments(EventLog log) {
        this.log = log;
    }

    @QueryHandler
    AsOf find(FindMoment query) {
        Long position = query.position();
        Instant at = query.at();
        if (position != null) {
            if (position > log.head()) {
                throw ahead();
            }
            return at(position);
        }
        return at == null ? at(log.head()) : at(positionAt(at.toEpochMilli()));
    }

    /** The writer may still stamp an event with a time that it has not passed. */
    private long positionAt(long millis) {
        for (int i = 0; log.passed() < millis; i++) {
            if (i == TRIES) {
                throw ahead();
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ahead();
            }
        }
        return log.positionAt(millis);
    }

    private static Refusal ahead() {
        return new Refusal(RULE, "as-of-lies-ahead", "as_of", "This moment lies ahead.");
    }

    private AsOf at(long position) {
        List<StoredEvent> event = position == 0 ? List.of() : log.read(position - 1, 1);
        return new AsOf(
                position,
                event.isEmpty()
                        ? Instant.EPOCH
                        : Instant.ofEpochMilli(event.getFirst().at()));
    }
}
