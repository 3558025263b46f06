package encore.command.tickets;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.performances.PerformanceId;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventUid;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.ChangeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CurateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.MakeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.RemoveTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** An event that tickets are sold for. Its key, or the values that stand for it, are unique in the account. */
@Aggregate
class TicketEvent {

    @AggregateIdentifier
    private @Nullable TicketEventId id;

    private TicketEventDetails details = TicketEventDetails.EMPTY;

    TicketEvent() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    TicketEventUid decide(MakeTicketEvent command, Claims claims) {
        if (id != null) {
            throw new Refusal(CONFLICT, "event-uid-taken", "Another ticket event has this uid; try again.");
        }
        TicketEventDetails first = Patch.of(command.details()).applyTo(TicketEventDetails.EMPTY);
        claims.take(TicketClaims.event(command.ticketEvent().account(), first), command.ticketEvent());
        apply(new TicketEventMade(command.ticketEvent(), first, command.byTicket()));
        return new TicketEventUid(command.ticketEvent().uid());
    }

    @CommandHandler
    TicketEventUid decide(ChangeTicketEvent command, Claims claims) {
        TicketEventDetails changed = command.change().applyTo(details);
        if (!changed.equals(details)) {
            moveClaim(changed, command.ticketEvent(), claims);
            apply(new TicketEventChanged(command.ticketEvent(), changed));
        }
        return new TicketEventUid(command.ticketEvent().uid());
    }

    @CommandHandler
    TicketEventUid decide(CurateTicketEvent command, Streams streams) {
        TicketEventDetails changed = command.change().applyTo(details);
        String performance = command.change().given().performanceUid();
        if (performance != null) {
            streams.mustBeOpen(new PerformanceId(command.ticketEvent().account(), performance), "performance_uid");
        }
        if (!changed.claimed().equals(details.claimed())) {
            throw new Refusal(
                    RULE,
                    "ticket-event-stays",
                    "event_key",
                    "This call does not change the key of an event or the values that identify it.");
        }
        if (!changed.equals(details)) {
            apply(new TicketEventCurated(command.ticketEvent(), changed));
        }
        return new TicketEventUid(command.ticketEvent().uid());
    }

    @CommandHandler
    TicketEventUid decide(RemoveTicketEvent command, Claims claims) {
        claims.release(TicketClaims.event(command.ticketEvent().account(), details), command.ticketEvent());
        apply(new TicketEventRemoved(command.ticketEvent()));
        return new TicketEventUid(command.ticketEvent().uid());
    }

    private void moveClaim(TicketEventDetails changed, TicketEventId event, Claims claims) {
        Claim before = TicketClaims.event(event.account(), details);
        Claim now = TicketClaims.event(event.account(), changed);
        if (before.equals(now)) {
            return;
        }
        if (claims.ownerOf(now) != null) {
            throw TicketEventCommandHandler.existsRefusal();
        }
        claims.release(before, event);
        claims.take(now, event);
    }

    @EventSourcingHandler
    void evolve(TicketEventMade event) {
        id = event.ticketEvent();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(TicketEventChanged event) {
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(TicketEventCurated event) {
        details = event.details();
    }
}
