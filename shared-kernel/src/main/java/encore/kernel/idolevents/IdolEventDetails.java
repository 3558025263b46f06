package encore.kernel.idolevents;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.time.LocalDay;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The time, place and description of an idol event; a {@link encore.kernel.Patch} changes them. Dates and times are
 * local.
 *
 * @param idolUid null only in a change
 * @param startDate null only in a change
 * @param timezone null for the time zone of the venue
 * @param isAvailable null means true
 * @param showOnPreviousDay whether the event is shown on the day before, as it begins after midnight
 */
@RecordBuilder
public record IdolEventDetails(
        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String idolUid,

        @PublishedValue @Nullable LocalDate startDate,
        @Nullable LocalTime startTime,
        @PublishedValue @Nullable LocalDate endDate,
        @Nullable LocalTime endTime,
        @Nullable ZoneId timezone,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String venueUid,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String performanceUid,

        @ListedName @NotPersonal("an event's name") @Nullable
        String eventName,

        @NotPersonal("a public text about an event") @Nullable
        String description,

        @NotPersonal("an event's page") @Nullable String eventUrl,
        @NotPersonal("a place that sells tickets") @Nullable String ticketUrl,
        @NotPersonal("the name of a label") @Nullable String labelName,
        @Nullable UUID mediaUid,
        @PublishedValue @Nullable Boolean isAvailable,
        @Nullable Boolean showOnPreviousDay) {

    private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);

    public static final IdolEventDetails EMPTY =
            IdolEventDetailsBuilder.builder().build();

    /** Returns the local time of the start: midnight when no time is set. */
    public LocalDateTime localStart() {
        return startDay().atTime(startTime == null ? LocalTime.MIDNIGHT : startTime);
    }

    /**
     * Returns the local time of the end; null when nothing is set. With a date alone the event lasts to the end of that
     * day; with a time alone it ends at the next occurrence of that time.
     */
    public @Nullable LocalDateTime localEnd() {
        if (endDate != null) {
            return endDate.atTime(endTime == null ? LAST_SECOND : endTime);
        }
        if (endTime == null) {
            return null;
        }
        LocalDateTime sameDay = startDay().atTime(endTime);
        return sameDay.isAfter(localStart()) ? sameDay : sameDay.plusDays(1);
    }

    /** Returns the local day on which it is shown. */
    public LocalDate displayDate() {
        return Boolean.TRUE.equals(showOnPreviousDay) ? startDay().minusDays(1) : startDay();
    }

    /**
     * Returns the moment of the start. Without a time zone it is UTC.
     *
     * @param venueZone the time zone of the venue; null when it has none
     */
    public Instant start(@Nullable ZoneId venueZone) {
        return LocalDay.instant(localStart(), zone(venueZone));
    }

    /**
     * Returns the moment of the end, or null when nothing is set. Without a time zone it is UTC.
     *
     * @param venueZone the time zone of the venue; null when it has none
     */
    public @Nullable Instant end(@Nullable ZoneId venueZone) {
        if (endDate != null && endTime == null) {
            return new LocalDay(endDate, zone(venueZone)).lastSecond();
        }
        LocalDateTime localEnd = localEnd();
        return localEnd == null ? null : LocalDay.instant(localEnd, zone(venueZone));
    }

    private ZoneId zone(@Nullable ZoneId venueZone) {
        return timezone != null ? timezone : venueZone != null ? venueZone : ZoneOffset.UTC;
    }

    /** Every event that is added has a start date. An event without one in the log can still be read. */
    private LocalDate startDay() {
        return Objects.requireNonNullElse(startDate, LocalDate.EPOCH);
    }
}
