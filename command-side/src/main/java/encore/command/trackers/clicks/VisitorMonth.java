package encore.command.trackers.clicks;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.SubjectKeys;
import encore.kernel.trackers.clicks.TrackerClickCommand.EndVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickCommand.OpenMonth;
import encore.kernel.trackers.clicks.TrackerClickCommand.OpenVisitorMonth;
import encore.kernel.trackers.clicks.TrackerClickEvent.VisitorMonthEnded;
import encore.kernel.trackers.clicks.TrackerClickEvent.VisitorMonthOpened;
import encore.kernel.trackers.clicks.VisitorMonthId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The unknown visitors of an account in a month. Its end makes their personal data unreadable. */
@Aggregate
class VisitorMonth {

    @AggregateIdentifier
    private @Nullable VisitorMonthId id;

    VisitorMonth() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    OpenMonth decide(OpenVisitorMonth command, SubjectKeys keys) {
        if (id == null) {
            keys.create(command.visitors());
            apply(new VisitorMonthOpened(command.visitors()));
        }
        return answer(command.visitors());
    }

    @CommandHandler
    OpenMonth decide(EndVisitorMonth command) {
        apply(new VisitorMonthEnded(command.visitors()));
        return answer(command.visitors());
    }

    private static OpenMonth answer(VisitorMonthId visitors) {
        return new OpenMonth(visitors.month());
    }

    @EventSourcingHandler
    void evolve(VisitorMonthOpened event) {
        id = event.visitors();
    }
}
