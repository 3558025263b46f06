package encore.command.tickets;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventUid;
import encore.kernel.tickets.TicketEventsCommand.ChangeTicketEvent;
import encore.kernel.tickets.TicketEventsCommand.CreateTicketEvent;
import encore.kernel.tickets.TicketEventsCommand.DeleteTicketEvent;
import encore.kernel.tickets.TicketEventsCommand.FindOrMakeTicketEvent;
import encore.kernel.tickets.TicketEventsCommand.MakeTicketEvent;
import encore.kernel.tickets.TicketEventsCommand.RemoveTicketEvent;
import encore.kernel.tickets.TicketEventsCommand.UpdateTicketEvent;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Looks for an existing ticket event before one is created. A command that loses the claim at the append looks again.
 */
@Component
class TicketEvents {

    @CommandHandler
    TicketEventUid decide(CreateTicketEvent command, Claims claims, Dispatch dispatch) {
        if (claims.owner(TicketClaims.event(command.ticketEvent().account(), command.details())) != null) {
            throw known();
        }
        return dispatch.handOver(new MakeTicketEvent(command.ticketEvent(), command.details(), false));
    }

    @CommandHandler
    TicketEventUid decide(FindOrMakeTicketEvent command, Claims claims, Dispatch dispatch) {
        String owner = claims.owner(TicketClaims.event(command.ticketEvent().account(), command.details()));
        return owner == null
                ? dispatch.handOver(new MakeTicketEvent(command.ticketEvent(), command.details(), true))
                : new TicketEventUid(TicketEventId.parse(owner).uid());
    }

    @CommandHandler
    TicketEventUid decide(UpdateTicketEvent command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.ticketEvent(), "event_uid");
        return dispatch.handOver(new ChangeTicketEvent(command.ticketEvent(), command.change()));
    }

    @CommandHandler
    TicketEventUid decide(DeleteTicketEvent command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.ticketEvent(), "event_uid");
        return dispatch.handOver(new RemoveTicketEvent(command.ticketEvent()));
    }

    static Refusal known() {
        return new Refusal(RULE, "ticket-event-exists", "event_key", "The network has this event already.");
    }
}
