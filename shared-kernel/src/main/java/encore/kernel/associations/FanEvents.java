package encore.kernel.associations;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The performances and idol events of a fan, in the order in which the associations began (spec 3, 4: GET
 * /v1/ent/fans/{fan_id}/events).
 */
public record FanEvents(List<FanIdolEvent> idolEvents, List<FanPerformance> performances) {

    public FanEvents {
        idolEvents = List.copyOf(idolEvents);
        performances = List.copyOf(performances);
    }

    /** An idol event of a fan. */
    public record FanIdolEvent(
            String idolEventUid,
            @Nullable String performanceUid,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
            List<AssociationState> states,
            boolean showOnPreviousDay,
            LocalDate displayDate) {}

    /** A performance of a fan. */
    public record FanPerformance(
            String performanceUid,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
            List<AssociationState> states) {}
}
