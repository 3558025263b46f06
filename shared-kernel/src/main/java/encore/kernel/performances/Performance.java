package encore.kernel.performances;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.time.WireTime;
import encore.kernel.venues.Place;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A performance as the API answers it (spec 3, 2).
 *
 * @param place the present place of the venue
 * @param isValidIdol whether an idol of the account has the name of the artist
 * @param connectedTicketEvents the ticket events that are linked with it, the latest event first
 */
public record Performance(
        String performanceUid,
        long accountId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @JsonUnwrapped PerformanceDetails details,
        @Nullable UUID mediaUid,
        @JsonUnwrapped Place place,
        @Nullable Boolean isValidIdol,
        List<TicketEvent> connectedTicketEvents) {

    public Performance {
        connectedTicketEvents = List.copyOf(connectedTicketEvents);
    }

    /** Returns a performance as it was entered, without the data of venue, idol and ticket events. */
    public static Performance entered(PerformanceId id, Instant at, PerformanceDetails details, @Nullable UUID media) {
        return new Performance(id.uid(), id.account(), at, details, media, Place.NOWHERE, null, List.of());
    }

    /** Returns this performance with the present data of venue, idol and ticket events. */
    public Performance withJoins(Place currentPlace, @Nullable Boolean validIdol, List<TicketEvent> connected) {
        List<TicketEvent> named = connected.stream()
                .map(event -> event.withPerformanceName(details.performanceName()))
                .toList();
        return new Performance(
                performanceUid, accountId, creationTimestamp, details, mediaUid, currentPlace, validIdol, named);
    }
}
