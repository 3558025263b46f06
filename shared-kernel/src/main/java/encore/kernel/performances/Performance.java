package encore.kernel.performances;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.WireTime;
import encore.kernel.venues.Place;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A performance as it is read (spec 3, 2).
 *
 * @param place the venue's of now
 * @param isValidIdol whether an idol of the account is called like the artist
 * @param connectedTicketEvents none until that feature fills them
 */
public record Performance(
        String performanceUid,
        long accountId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @JsonUnwrapped PerformanceDetails details,
        @Nullable UUID mediaUid,
        @JsonUnwrapped Place place,
        @Nullable Boolean isValidIdol,
        List<JsonNode> connectedTicketEvents) {

    public Performance {
        connectedTicketEvents = List.copyOf(connectedTicketEvents);
    }

    /** As it was entered: where it takes place, and whether an idol is on stage, is for others to say. */
    public static Performance entered(PerformanceId id, Instant at, PerformanceDetails details, @Nullable UUID media) {
        return new Performance(id.uid(), id.account(), at, details, media, Place.NOWHERE, null, List.of());
    }

    /** The same where it takes place now. */
    public Performance joined(Place now, @Nullable Boolean validIdol) {
        return new Performance(
                performanceUid, accountId, creationTimestamp, details, mediaUid, now, validIdol, connectedTicketEvents);
    }
}
