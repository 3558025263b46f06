package encore.query.shows.answers;

import encore.infra.eventstore.EventTail;
import encore.kernel.shows.answers.AnswerQuery.FindLogTime;
import encore.kernel.shows.answers.LogTime;
import encore.query.projection.QueryComponent;
import java.time.Instant;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Answers gateways the time by which the log is stamped. Windows of shows open and close by it. */
@Component
class LogTimes implements QueryComponent {

    private final EventTail tail;

    LogTimes(EventTail tail) {
        this.tail = tail;
    }

    @QueryHandler
    LogTime find(FindLogTime query) {
        return new LogTime(Instant.ofEpochMilli(tail.clockTime()));
    }
}
