package encore.kernel.idolevents;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.idols.IdolSummary;
import encore.kernel.performances.Performance;
import encore.kernel.time.WireTime;
import encore.kernel.venues.Place;
import encore.kernel.venues.Venue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An idol event as the API answers it, with the present names, pictures and places of its idol, venue and performance.
 *
 * @param startTimestamp computed from the local time with the present time zone of the venue; so is
 *     {@code endTimestamp}
 * @param ticketEventUid the latest ticket event that is linked with its performance and not excluded
 * @param displayDate the local day on which it is shown
 */
@RecordBuilder
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
            @Nullable IdolSummary idol,
            @Nullable Venue venue,
            @Nullable Performance performance,
            @Nullable String ticketEvent) {
        IdolEventDetails details = entered.details();
        Place place = Place.of(venue);
        ZoneId zone = venue == null ? null : venue.timezone();
        return IdolEventBuilder.builder()
                .idolEventUid(entered.uid())
                .accountId(account)
                .idolUid(Objects.requireNonNull(details.idolUid()))
                .startTimestamp(details.start(zone))
                .isAvailable(!Boolean.FALSE.equals(details.isAvailable()))
                .lastUpdateTimestamp(entered.changed())
                .showOnPreviousDay(Boolean.TRUE.equals(details.showOnPreviousDay()))
                .displayDate(details.displayDate())
                .startDate(Objects.requireNonNull(details.startDate()))
                .creationTimestamp(entered.created())
                .endTimestamp(details.end(zone))
                .venueName(place.venueName())
                .displayVenueName(place.displayVenueName())
                .city(place.city())
                .province(place.province())
                .countryCode(place.countryCode())
                .eventUrl(details.eventUrl())
                .ticketUrl(details.ticketUrl())
                .labelName(details.labelName())
                .idolName(idol == null ? null : idol.idolName())
                .mediaUid(details.mediaUid())
                .description(details.description())
                .ticketEventUid(ticketEvent)
                .performanceUid(details.performanceUid())
                .performanceName(
                        performance == null ? null : performance.details().performanceName())
                .idolImageUrl(idol == null ? null : idol.imageUrl())
                .idolMediaUid(idol == null ? null : idol.mediaUid())
                .eventName(details.eventName())
                .endDate(details.endDate())
                .startTime(details.startTime())
                .endTime(details.endTime())
                .build();
    }

    /** The form for staff. */
    public record Managed(
            @JsonUnwrapped IdolEvent event,
            @Nullable String venueUid,
            @Nullable ZoneId timezone) {

        /**
         * @param idol null when the idol is removed; so are venue and performance
         * @param ticketEvent the uid of the latest ticket event of the performance
         */
        public static Managed of(
                long account,
                EnteredIdolEvent entered,
                @Nullable IdolSummary idol,
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
