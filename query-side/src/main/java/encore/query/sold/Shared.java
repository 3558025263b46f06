package encore.query.sold;

import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsQuery.OfEvents;
import encore.query.image.Image;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Fields that many tickets of an account have in common. A condition on them is evaluated once for all these tickets.
 */
public record Shared(
        long account,
        String eventUid,
        @Nullable String eventName,
        @Nullable String eventKey,
        @Nullable LocalDate eventDate,
        @Nullable String venueName,
        @Nullable String artistName,
        @Nullable String venueProvince,
        @Nullable String priceCode) {

    private static final Shared NONE = new Shared(0, "", null, null, null, null, null, null, null);

    static Shared of(TicketsEvent event) {
        TicketDetails details = event.state().details();
        return new Shared(
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
    static Shared of(@Nullable Shared now, Image image) {
        Shared one = now == null ? NONE : now;
        LocalDate day = one.eventDate;
        return new Shared(
                image.number(one.account),
                image.name(one.eventUid),
                image.text(one.eventName),
                image.text(one.eventKey),
                day(image.text(day == null ? null : day.toString())),
                image.text(one.venueName),
                image.text(one.artistName),
                image.text(one.venueProvince),
                image.text(one.priceCode));
    }

    private static @Nullable LocalDate day(@Nullable String text) {
        return text == null ? null : LocalDate.parse(text);
    }

    public boolean meets(OfEvents wanted) {
        return isWanted(wanted.eventName(), eventName)
                && isWanted(wanted.eventKey(), eventKey)
                && isWanted(wanted.eventDate(), eventDate)
                && isWanted(wanted.venueName(), venueName)
                && isWanted(wanted.artistName(), artistName);
    }

    private static boolean isWanted(@Nullable Object wanted, @Nullable Object said) {
        return wanted == null || wanted.equals(said);
    }
}
