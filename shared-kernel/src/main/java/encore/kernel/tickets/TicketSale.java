package encore.kernel.tickets;

import encore.kernel.fans.Consent;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;

/**
 * A ticket as it is told of, with all that may have to be made for it.
 *
 * @param ticket this and the next two minted before, for the case that there is none yet
 */
public record TicketSale(
        TicketId ticket,
        FanId fan,
        TicketEventId ticketEvent,
        TicketDetails details,
        TicketBuyer buyer,
        Profile profile,
        Consent consent) {

    /** The same for an event that is there. */
    public TicketSale of(TicketEventId known) {
        return new TicketSale(ticket, fan, known, details, buyer, profile, consent);
    }
}
