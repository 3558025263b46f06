package encore.kernel.idols;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.WireTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An idol event as it is read: the names, pictures and places of its idol, venue and performance are those of now.
 *
 * @param startTimestamp as the clocks at the venue are now said to go, like {@code endTimestamp}
 * @param ticketEventUid null until there are ticket events
 * @param displayDate the day that it is shown on, there
 */
public record IdolEvent(
        String idolEventUid,
        long accountId,
        String idolUid,
        @WireTime(WireTime.Form.SECONDS) Instant startTimestamp,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant endTimestamp,
        @Nullable String venueName,
        @Nullable String displayVenueName,
        @Nullable String city,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String eventUrl,
        @Nullable String ticketUrl,
        @Nullable String labelName,
        @Nullable String idolName,
        @Nullable UUID mediaUid,
        @Nullable String description,
        @Nullable String ticketEventUid,
        @Nullable String performanceUid,
        @Nullable String performanceName,
        boolean isAvailable,
        @Nullable String idolImageUrl,
        @Nullable UUID idolMediaUid,
        @WireTime(WireTime.Form.BOTH) Instant lastUpdateTimestamp,
        boolean showOnPreviousDay,
        LocalDate displayDate,
        @Nullable String eventName,
        LocalDate startDate,
        @Nullable LocalDate endDate,
        @Nullable LocalTime startTime,
        @Nullable LocalTime endTime,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

    /** What its account sees of it beside. */
    public record Managed(
            @JsonUnwrapped IdolEvent event,
            @Nullable String venueUid,
            @Nullable ZoneId timezone) {}
}
