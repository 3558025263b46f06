package encore.kernel.performances;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.WireTime;
import encore.kernel.tickets.TicketEvent;
import encore.kernel.venues.Place;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A performance as it is read (spec 3, 2).
 *
 * @param place the venue's of now
 * @param isValidIdol whether an idol of the account is called like the artist
 * @param connectedTicketEvents what tickets to it are sold for, the latest event first
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

    /** As it was entered: where it takes place, who is on stage and what tickets there are is for others to say. */
    public static Performance entered(PerformanceId id, Instant at, PerformanceDetails details, @Nullable UUID media) {
        return new Performance(id.uid(), id.account(), at, details, media, Place.NOWHERE, null, List.of());
    }

    /** The same with what others say of it now. */
    public Performance joined(Place now, @Nullable Boolean validIdol, List<TicketEvent> connected) {
        List<TicketEvent> named = connected.stream()
                .map(event -> event.called(details.performanceName()))
                .toList();
        return new Performance(performanceUid, accountId, creationTimestamp, details, mediaUid, now, validIdol, named);
    }
}
