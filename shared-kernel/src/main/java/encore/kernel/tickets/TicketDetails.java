package encore.kernel.tickets;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import encore.kernel.scans.ScanCode;
import encore.kernel.tickets.sales.Money;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data of a ticket without its buyer; a {@link encore.kernel.Patch} changes it.
 *
 * @param ticketKey the key of the ticket, unique on its network
 */
@RecordBuilder
public record TicketDetails(
        @PublishedValue @NotPersonal("a ticketing network's name") @Nullable
        String network,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String ticketKey,

        @PublishedValue @NotPersonal("a key of the ticketing network's") @Nullable
        String eventKey,

        @NotPersonal("a show's name") @Nullable String eventName,
        @PublishedValue @Nullable LocalDate eventDate,
        @NotPersonal("the location of a show") @Nullable String venueName,
        @NotPersonal("the location of a show") @Nullable String venueProvince,
        @NotPersonal("the location of a show") @Nullable String venueCountryCode,

        @NotPersonal("the public name of an artist") @Nullable
        String artistName,

        @PublishedValue @Nullable Instant purchaseTimestamp,
        @PublishedValue @Nullable BigDecimal paidAmount,
        @PublishedValue @Nullable BigDecimal orderAmount,
        @PublishedValue @Nullable Long numSeats,
        @NotPersonal("a kind of seat") @Nullable String priceCode,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String orderKey,

        @Secret @NotPersonal("a code of a thing") @Nullable String barcode,
        @NotPersonal("a code of a thing") @Nullable String lookupId,
        @NotPersonal("a seat") @Nullable String sectionName,
        @NotPersonal("a seat") @Nullable String rowName,
        @NotPersonal("a seat") @Nullable String seatNum,
        @NotPersonal("a kind of ticket") @Nullable String ticketCategory,
        @NotPersonal("a kind of ticket") @Nullable String ticketType,
        @NotPersonal("a kind of ticket") @Nullable String ticketTypeCategory,

        @NotPersonal("the customer's name of a file") @Nullable
        String importUid,

        @NotPersonal("a key of the customer's") @Nullable String planEventKey,
        @PublishedValue @Nullable Boolean isDeleted) {

    /** The space of the claims on network and ticket key; their owners are {@link TicketId}s. */
    public static final String SPACE = "ticket";

    public TicketDetails {
        paidAmount = Money.normalised(paidAmount);
        orderAmount = Money.normalised(orderAmount);
    }

    /** Returns the value of the claim on network and ticket key. A missing network counts as a network of its own. */
    public static String claimed(@Nullable String network, @Nullable String ticketKey) {
        String known = network == null ? "" : network;
        return known.length() + ":" + known + ticketKey;
    }

    public String claimed() {
        return claimed(network, ticketKey);
    }

    /** Returns the codes by which scans find it. */
    public List<ScanCode> codes() {
        return ScanCode.of(network, null, ticketKey, lookupId, barcode);
    }

    /** Returns the data of its event. */
    public TicketEventDetails eventDetails() {
        return TicketEventDetailsBuilder.builder()
                .network(network)
                .eventKey(eventKey)
                .eventName(eventName)
                .eventDate(eventDate)
                .venueName(venueName)
                .artistName(artistName)
                .build();
    }
}
