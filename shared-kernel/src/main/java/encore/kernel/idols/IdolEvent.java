package encore.kernel.idols;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.WireTime;
import encore.kernel.performances.Performance;
import encore.kernel.venues.Place;
import encore.kernel.venues.Venue;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An idol event as it is read: the names, pictures and places of its idol, venue and performance are those of now.
 *
 * @param startTimestamp as the clocks at the venue are now said to go, like {@code endTimestamp}
 * @param ticketEventUid the latest that is linked with its performance and counts
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

    private static IdolEvent of(
            long account,
            EnteredIdolEvent entered,
            @Nullable IdolOfEvent idol,
            @Nullable Venue venue,
            @Nullable Performance performance,
            @Nullable String ticketEvent) {
        IdolEventDetails details = entered.details();
        Place place = Place.of(venue);
        ZoneId zone = venue == null ? null : venue.timezone();
        LocalDateTime ends = details.ends();
        return new IdolEvent(
                entered.uid(),
                account,
                Objects.requireNonNull(details.idolUid()),
                details.at(details.begins(), zone),
                ends == null ? null : details.at(ends, zone),
                place.venueName(),
                place.displayVenueName(),
                place.city(),
                place.province(),
                place.countryCode(),
                details.eventUrl(),
                details.ticketUrl(),
                details.labelName(),
                idol == null ? null : idol.idolName(),
                details.mediaUid(),
                details.description(),
                ticketEvent,
                details.performanceUid(),
                performance == null ? null : performance.details().performanceName(),
                !Boolean.FALSE.equals(details.isAvailable()),
                idol == null ? null : idol.imageUrl(),
                idol == null ? null : idol.mediaUid(),
                entered.changed(),
                Boolean.TRUE.equals(details.showOnPreviousDay()),
                details.displayDate(),
                details.eventName(),
                Objects.requireNonNull(details.startDate()),
                details.endDate(),
                details.startTime(),
                details.endTime(),
                entered.created());
    }

    /** What its account sees of it beside. */
    public record Managed(
            @JsonUnwrapped IdolEvent event,
            @Nullable String venueUid,
            @Nullable ZoneId timezone) {

        /**
         * @param idol null when it is there no more, as venue and performance
         * @param ticketEvent of that performance
         */
        public static Managed of(
                long account,
                EnteredIdolEvent entered,
                @Nullable IdolOfEvent idol,
                @Nullable Venue venue,
                @Nullable Performance performance,
                @Nullable String ticketEvent) {
            return new Managed(
                    IdolEvent.of(account, entered, idol, venue, performance, ticketEvent),
                    entered.details().venueUid(),
                    entered.details().timezone());
        }
    }
}
