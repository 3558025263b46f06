package encore.kernel.tickets.ticketevents;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A ticket event, for which tickets are sold, as the API answers it (spec 2, 2).
 *
 * @param performanceName the present name of the performance that it is linked with
 * @param isEdited whether it was changed after its creation
 * @param isPlaceholder whether a ticket created it and it was not changed since
 */
public record TicketEvent(
        String eventUid,
        long accountId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @JsonUnwrapped TicketEventDetails details,
        @Nullable String performanceName,
        boolean isEdited,
        boolean isPlaceholder) {

    public TicketEvent withPerformanceName(@Nullable String performance) {
        return new TicketEvent(eventUid, accountId, creationTimestamp, details, performance, isEdited, isPlaceholder);
    }
}
