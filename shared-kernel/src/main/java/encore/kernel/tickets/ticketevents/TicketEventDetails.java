package encore.kernel.tickets.ticketevents;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.tickets.sales.Money;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The data of a ticket event; a {@link encore.kernel.Patch} changes it. The last seven components are set by
 * {@code manage/}.
 *
 * @param eventKey the key of the ticketing network; null for an event that is identified by its name, date and venue
 * @param isExcluded whether its tickets are left out of all sums
 */
@RecordBuilder
public record TicketEventDetails(
        @PublishedValue @NotPersonal("a ticketing network's name") @Nullable
        String network,

        @PublishedValue @NotPersonal("a key of the ticketing network's") @Nullable
        String eventKey,

        @ListedName @NotPersonal("a show's name") @Nullable String eventName,
        @PublishedValue @Nullable LocalDate eventDate,
        @NotPersonal("the location of a show") @Nullable String venueName,

        @NotPersonal("the public name of an artist") @Nullable
        String artistName,

        @NotPersonal("a note of the customer about a show") @Nullable
        String notes,

        @NotPersonal("the name of a label") @Nullable String labelName,
        @NotPersonal("a kind of show") @Nullable String eventType,

        @NotPersonal("the customer's word for a show") @Nullable
        String shortEventName,

        @PublishedValue @Nullable BigDecimal eventPrice,

        @NotPersonal("the customer's name for a place that sells tickets") @Nullable
        String customerDsn,

        @PublishedValue @Nullable Boolean isExcluded,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String performanceUid,

        @NotPersonal("a key of the customer's") @Nullable String campaignEventKey,
        @Nullable Boolean applyHistorical) {

    public static final TicketEventDetails EMPTY =
            TicketEventDetailsBuilder.builder().build();

    /** The space of the claims on the identity of an event; their owners are {@link TicketEventId}s. */
    public static final String SPACE = "ticket_event";

    public TicketEventDetails {
        eventPrice = Money.normalised(eventPrice);
    }

    /** Returns the value of the claim on its identity. */
    public String claimed() {
        return claimed(network, eventKey, eventName, eventDate == null ? null : eventDate.toString(), venueName);
    }

    /**
     * Returns the value of the claim on an identity. Each part but the last carries its length, so that no two
     * identities are spelled alike.
     */
    public static String claimed(
            @Nullable String network,
            @Nullable String eventKey,
            @Nullable String eventName,
            @Nullable String eventDate,
            @Nullable String venueName) {
        return eventKey != null && !eventKey.isEmpty()
                ? "key." + withLength(network) + eventKey
                : "name." + withLength(network) + withLength(eventName) + withLength(eventDate) + orEmpty(venueName);
    }

    private static String withLength(@Nullable String part) {
        return orEmpty(part).length() + ":" + orEmpty(part);
    }

    private static String orEmpty(@Nullable String part) {
        return part == null ? "" : part;
    }
}
