package encore.command.idolevents;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.KnownMedia;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventUid;
import encore.kernel.idolevents.IdolEventsCommand.AddIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.ChangeIdolEvent;
import encore.kernel.idolevents.IdolEventsCommand.RemoveIdolEvent;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
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
        theUidIsFree();
        IdolEventDetails added = Patch.of(command.details()).applyTo(IdolEventDetails.EMPTY);
        theNamedExist(command.idolEvent().account(), added, streams);
        itHasAnIdolAndADay(added);
        itDoesNotEndBeforeItBegins(added);
        apply(new IdolEventAdded(command.idolEvent(), added));
        return new IdolEventUid(command.idolEvent().uid());
    }

    @CommandHandler
    IdolEventUid decide(ChangeIdolEvent command, Streams streams) {
        theNamedExist(command.idolEvent().account(), command.change().given(), streams);
        IdolEventDetails changed = command.change().applyTo(details);
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

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(RULE, "idol-event-exists", "idol_event_uid", "An idol event with this uid exists.");
        }
    }

    private void theNamedExist(long account, IdolEventDetails given, Streams streams) {
        KnownMedia.mustExist(account, given.mediaUid(), details.mediaUid(), streams);
        requireOpen(given.idolUid(), "idol_uid", account, IdolId::new, streams);
        requireOpen(given.venueUid(), "venue_uid", account, VenueId::new, streams);
        requireOpen(given.performanceUid(), "performance_uid", account, PerformanceId::new, streams);
    }

    private static void requireOpen(
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
        LocalDateTime ends = details.localEnd();
        if (ends != null && ends.isBefore(details.localStart())) {
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
