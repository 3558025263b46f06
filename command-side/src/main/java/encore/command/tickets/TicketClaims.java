package encore.command.tickets;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.fans.profile.Profile;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the claims by which tickets and their events are known. */
final class TicketClaims {

    private TicketClaims() {}

    static Claim ticket(long account, @Nullable String network, @Nullable String ticketKey) {
        return new Claim(TicketDetails.SPACE, account, TicketDetails.claimed(network, ticketKey));
    }

    /** Returns the owner of a ticket's key; null for a new one. */
    static @Nullable String owner(TicketSale sale, Claims claims) {
        return claims.ownerOf(ofKey(sale));
    }

    /** Returns a sale with the ticket's key as it was sent if that is known, else as we spell it. */
    static TicketSale inKnownSpelling(TicketSale sent, Claims claims) {
        return owner(sent, claims) == null ? sent.respelled() : sent;
    }

    private static Claim ofKey(TicketSale sale) {
        return ticket(
                sale.ticket().account(),
                sale.details().network(),
                sale.details().ticketKey());
    }

    /** Returns the claims that a ticket may have or take: its key in both spellings, and the contacts of a new fan. */
    static List<Claim> ofSale(TicketSale sale) {
        long account = sale.ticket().account();
        String email = sale.profile().email();
        String phone = sale.profile().phone();
        return Stream.of(
                        ofKey(sale.respelled()),
                        ofKey(sale),
                        email == null ? null : new Claim(Profile.EMAIL_SPACE, account, email),
                        phone == null ? null : new Claim(Profile.PHONE_SPACE, account, phone))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    static Claim event(long account, TicketEventDetails details) {
        return new Claim(TicketEventDetails.SPACE, account, details.claimed());
    }
}
