package encore.query.ticketchunks;

import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsQuery.EventConditions;
import encore.query.image.MemoryImage;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Fields that many tickets of an account have in common. A condition on them is evaluated once for all these tickets.
 */
@RecordBuilder
public record SharedTicketFields(
        long account,
        String eventUid,
        @Nullable String eventName,
        @Nullable String eventKey,
        @Nullable LocalDate eventDate,
        @Nullable String venueName,
        @Nullable String artistName,
        @Nullable String venueProvince,
        @Nullable String priceCode) {

    private static final SharedTicketFields NONE =
            SharedTicketFieldsBuilder.builder().account(0).eventUid("").build();

    static SharedTicketFields of(TicketsEvent event) {
        TicketDetails details = event.state().details();
        return new SharedTicketFields(
                event.ticket().account(),
                event.ticketEvent().uid(),
                details.eventName(),
                details.eventKey(),
                details.eventDate(),
                details.venueName(),
                details.artistName(),
                details.venueProvince(),
                details.priceCode());
    }

    /** Writes these fields to the image, or reads them from it. */
    static SharedTicketFields of(@Nullable SharedTicketFields now, MemoryImage memoryImage) {
        SharedTicketFields fields = now == null ? NONE : now;
        LocalDate day = fields.eventDate;
        return new SharedTicketFields(
                memoryImage.number(fields.account),
                memoryImage.name(fields.eventUid),
                memoryImage.text(fields.eventName),
                memoryImage.text(fields.eventKey),
                day(memoryImage.text(day == null ? null : day.toString())),
                memoryImage.text(fields.venueName),
                memoryImage.text(fields.artistName),
                memoryImage.text(fields.venueProvince),
                memoryImage.text(fields.priceCode));
    }

    private static @Nullable LocalDate day(@Nullable String text) {
        return text == null ? null : LocalDate.parse(text);
    }

    public boolean matches(EventConditions events) {
        return isEqual(events.eventName(), eventName)
                && isEqual(events.eventKey(), eventKey)
                && isEqual(events.eventDate(), eventDate)
                && isEqual(events.venueName(), venueName)
                && isEqual(events.artistName(), artistName);
    }

    private static boolean isEqual(@Nullable Object expected, @Nullable Object actual) {
        return expected == null || expected.equals(actual);
    }
}
