package encore.command.tickets;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventUid;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.ChangeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CreateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.DeleteTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.FindOrMakeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.MakeTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.RemoveTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.UpdateTicketEvent;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Looks for an existing ticket event before one is created. A command that loses the claim at the append looks again.
 */
@Component
class TicketEventCommandHandler {

    @CommandHandler
    TicketEventUid decide(CreateTicketEvent command, Claims claims, Dispatch dispatch) {
        if (claims.ownerOf(TicketClaims.event(command.ticketEvent().account(), command.details())) != null) {
            throw existsRefusal();
        }
        return dispatch.sendLast(new MakeTicketEvent(command.ticketEvent(), command.details(), false));
    }

    @CommandHandler
    TicketEventUid decide(FindOrMakeTicketEvent command, Claims claims, Dispatch dispatch) {
        String owner = claims.ownerOf(TicketClaims.event(command.ticketEvent().account(), command.details()));
        return owner == null
                ? dispatch.sendLast(new MakeTicketEvent(command.ticketEvent(), command.details(), true))
                : new TicketEventUid(StreamId.parse(TicketEventId.class, owner).uid());
    }

    @CommandHandler
    TicketEventUid decide(UpdateTicketEvent command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.ticketEvent(), "event_uid");
        return dispatch.sendLast(new ChangeTicketEvent(command.ticketEvent(), command.change()));
    }

    @CommandHandler
    TicketEventUid decide(DeleteTicketEvent command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.ticketEvent(), "event_uid");
        return dispatch.sendLast(new RemoveTicketEvent(command.ticketEvent()));
    }

    static Refusal existsRefusal() {
        return new Refusal(RULE, "ticket-event-exists", "event_key", "The network has this event already.");
    }
}
