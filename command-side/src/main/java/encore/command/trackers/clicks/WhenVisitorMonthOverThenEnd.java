package encore.command.trackers.clicks;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.kernel.StreamId;
import encore.kernel.trackers.clicks.TrackerClickCommand.EndVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickEvent.VisitorMonthEnded;
import encore.kernel.trackers.clicks.TrackerClickEvent.VisitorMonthOpened;
import encore.kernel.trackers.clicks.VisitorMonthId;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Has the unknown visitors of a month forgotten some months after it, {@code ENCORE_VISITOR_MONTHS}. */
@Component
class WhenVisitorMonthOverThenEnd implements Automation {

    private static final int KEPT_MONTHS = 13;
    private static final int MAX_MONTHS = 120;

    private final int keptMonths;

    WhenVisitorMonthOverThenEnd() {
        this(KEPT_MONTHS);
    }

    @Autowired
    WhenVisitorMonthOverThenEnd(@Value("${encore.visitor-months:" + KEPT_MONTHS + "}") int keptMonths) {
        if (keptMonths < 0 || keptMonths > MAX_MONTHS) {
            throw new IllegalArgumentException("ENCORE_VISITOR_MONTHS must be between 0 and " + MAX_MONTHS);
        }
        this.keptMonths = keptMonths;
    }

    @Override
    public Reactions reactions() {
        return Reactions.of(EndVisitorMonth.class)
                .on(
                        VisitorMonthOpened.class,
                        (event, recordedEvent, process) -> process.at(
                                event.visitors().end(keptMonths),
                                event.visitors().toString()))
                .on(
                        VisitorMonthEnded.class,
                        (event, recordedEvent, process) ->
                                process.cancel(event.visitors().toString()))
                .onTimer((due, process) ->
                        process.send(new EndVisitorMonth(StreamId.parse(VisitorMonthId.class, due.key()))));
    }
}
