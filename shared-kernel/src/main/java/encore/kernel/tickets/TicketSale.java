package encore.kernel.tickets;

import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.names.KeySpelling;
import encore.kernel.tickets.ticketevents.TicketEventId;

/**
 * A ticket as a call sends it, with ids for all that may have to be created for it.
 *
 * @param ticket the id for a new ticket; like the next two ids, generated before the command and unused when there is
 *     one
 */
public record TicketSale(
        TicketId ticket,
        FanId fan,
        TicketEventId ticketEvent,
        TicketDetails details,
        TicketBuyer buyer,
        Profile profile,
        Consent consent) {

    /** Returns this sale with the ticket's key as we spell it. */
    public TicketSale respelled() {
        var respelled = TicketDetailsBuilder.builder(details)
                .ticketKey(KeySpelling.ofCode(details.ticketKey()))
                .build();
        return new TicketSale(ticket, fan, ticketEvent, respelled, buyer, profile, consent);
    }

    /** Returns this sale for an existing event. */
    public TicketSale withEvent(TicketEventId existing) {
        return new TicketSale(ticket, fan, existing, details, buyer, profile, consent);
    }
}
