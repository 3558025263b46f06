package encore.command.tickets;

import encore.infra.eventstore.Claims.Claim;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketEventDetails;
import org.jspecify.annotations.Nullable;

/** Makes the claims on what tickets and their events are known by. */
final class TicketClaims {

    private TicketClaims() {}

    static Claim ticket(long account, @Nullable String network, @Nullable String ticketKey) {
        return new Claim(TicketDetails.SPACE, account, TicketDetails.claimed(network, ticketKey));
    }

    static Claim event(long account, TicketEventDetails details) {
        return new Claim(TicketEventDetails.SPACE, account, details.claimed());
    }
}
