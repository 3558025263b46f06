package encore.command.idols;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.idols.IdolEventDetails;
import encore.kernel.idols.IdolEventId;
import encore.kernel.idols.IdolEventUid;
import encore.kernel.idols.IdolEventsCommand.AddIdolEvent;
import encore.kernel.idols.IdolEventsCommand.ChangeIdolEvent;
import encore.kernel.idols.IdolEventsCommand.RemoveIdolEvent;
import encore.kernel.idols.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idols.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idols.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idols.IdolId;
import encore.kernel.performances.PerformanceId;
import encore.kernel.venues.VenueId;
import java.time.LocalDateTime;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** An appearance of an idol at a time and place. */
@Aggregate
class IdolEvent {

    @AggregateIdentifier
    private @Nullable IdolEventId id;

    private IdolEventDetails details = IdolEventDetails.EMPTY;

    IdolEvent() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    IdolEventUid decide(AddIdolEvent command, Streams streams) {
        thisOneIsNew();
        IdolEventDetails added = Patch.of(command.details()).on(IdolEventDetails.EMPTY);
        whatIsNamedIsThere(command.idolEvent().account(), added, streams);
        itHasAnIdolAndADay(added);
        itDoesNotEndBeforeItBegins(added);
        apply(new IdolEventAdded(command.idolEvent(), added));
        return new IdolEventUid(command.idolEvent().uid());
    }

    @CommandHandler
    IdolEventUid decide(ChangeIdolEvent command, Streams streams) {
        whatIsNamedIsThere(command.idolEvent().account(), command.change().given(), streams);
        IdolEventDetails changed = command.change().on(details);
        itHasAnIdolAndADay(changed);
        itDoesNotEndBeforeItBegins(changed);
        if (!changed.equals(details)) {
            apply(new IdolEventChanged(command.idolEvent(), changed));
        }
        return new IdolEventUid(command.idolEvent().uid());
    }

    @CommandHandler
    IdolEventUid decide(RemoveIdolEvent command) {
        apply(new IdolEventRemoved(command.idolEvent()));
        return new IdolEventUid(command.idolEvent().uid());
    }

    private void thisOneIsNew() {
        if (id != null) {
            throw new Refusal(RULE, "idol-event-exists", "idol_event_uid", "An idol event with this uid exists.");
        }
    }

    private static void whatIsNamedIsThere(long account, IdolEventDetails given, Streams streams) {
        isThere(given.idolUid(), "idol_uid", account, IdolId::new, streams);
        isThere(given.venueUid(), "venue_uid", account, VenueId::new, streams);
        isThere(given.performanceUid(), "performance_uid", account, PerformanceId::new, streams);
    }

    private static void isThere(
            @Nullable String uid, String field, long account, BiFunction<Long, String, StreamId> id, Streams streams) {
        if (uid != null) {
            streams.mustBeOpen(id.apply(account, uid), field);
        }
    }

    private static void itHasAnIdolAndADay(IdolEventDetails details) {
        if (details.idolUid() == null) {
            throw new Refusal(RULE, "idol-missing", "idol_uid", "An idol event belongs to an idol.");
        }
        if (details.startDate() == null) {
            throw new Refusal(RULE, "start-date-missing", "start_date", "An idol event has a start date.");
        }
    }

    private static void itDoesNotEndBeforeItBegins(IdolEventDetails details) {
        LocalDateTime ends = details.ends();
        if (ends != null && ends.isBefore(details.begins())) {
            throw new Refusal(
                    RULE, "ends-before-it-begins", "end_date", "An idol event does not end before it begins.");
        }
    }

    @EventSourcingHandler
    void evolve(IdolEventAdded event) {
        id = event.idolEvent();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(IdolEventChanged event) {
        details = event.details();
    }
}
