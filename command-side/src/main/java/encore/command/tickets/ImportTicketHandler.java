package encore.command.tickets;

import encore.command.RowOutcomes;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.kernel.StreamId;
import encore.kernel.imports.ImportCommand.ImportTicket;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.tickets.RepeatedTicket;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.ReadRepeatedTicket;
import encore.kernel.tickets.TicketsCommand.SaveNewTicket;
import encore.kernel.tickets.ticketevents.TicketEventId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Saves the ticket of a row of an import. A known key is compared, and changes nothing. */
@Component
class ImportTicketHandler {

    @CommandHandler
    ImportedRowOutcome decide(ImportTicket command, Claims claims, Dispatch dispatch) {
        return RowOutcomes.of(() -> {
            TicketSale sale = TicketClaims.inKnownSpelling(command.sale(), claims);
            String owner = TicketClaims.owner(sale, claims);
            if (owner == null) {
                TicketSale withEvent = sale.withEvent(ticketEvent(sale, claims, dispatch));
                return ImportedRowOutcome.done(
                        dispatch.send(new SaveNewTicket(withEvent)).fanId());
            }
            RepeatedTicket repeated = dispatch.send(
                    new ReadRepeatedTicket(StreamId.parse(TicketId.class, owner), sale.details(), sale.buyer()));
            return ImportedRowOutcome.ofKnownKey(repeated.isSame(), repeated.fanId(), "ticket_key");
        });
    }

    private static TicketEventId ticketEvent(TicketSale sale, Claims claims, Dispatch dispatch) {
        String owner = claims.ownerOf(
                TicketClaims.event(sale.ticketEvent().account(), sale.details().eventDetails()));
        return owner == null
                ? SaveTicketsHandler.findOrMake(sale, dispatch)
                : StreamId.parse(TicketEventId.class, owner);
    }
}
