package encore.kernel.tickets;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What tickets are sold for, as it is read (spec 2, 2).
 *
 * @param performanceName of the performance that it is linked with, as it is called now
 * @param isEdited whether anybody has said something of it
 * @param isPlaceholder whether a ticket made it, of which nobody has said more
 */
public record TicketEvent(
        String eventUid,
        long accountId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @JsonUnwrapped TicketEventDetails details,
        @Nullable String performanceName,
        boolean isEdited,
        boolean isPlaceholder) {

    public TicketEvent called(@Nullable String performance) {
        return new TicketEvent(eventUid, accountId, creationTimestamp, details, performance, isEdited, isPlaceholder);
    }
}
