package encore.kernel.idols;

import encore.kernel.NotPersonal;
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
 * Says when, where and as what an idol does something; a {@link encore.kernel.Patch} changes it. Dates and times are those
 * of the clocks there.
 *
 * @param idolUid null only in a change
 * @param startDate null only in a change
 * @param timezone the venue's when it is null
 * @param isAvailable true unless it is said
 * @param showOnPreviousDay whether what begins after midnight belongs to the evening before
 */
public record IdolEventDetails(
        @NotPersonal("a uid of ours") @Nullable String idolUid,
        @Nullable LocalDate startDate,
        @Nullable LocalTime startTime,
        @Nullable LocalDate endDate,
        @Nullable LocalTime endTime,
        @Nullable ZoneId timezone,
        @NotPersonal("a uid of ours") @Nullable String venueUid,
        @NotPersonal("a uid of ours") @Nullable String performanceUid,
        @NotPersonal("an event's name") @Nullable String eventName,

        @NotPersonal("what an account tells the public of an event") @Nullable
        String description,

        @NotPersonal("an event's page") @Nullable String eventUrl,
        @NotPersonal("where tickets are sold") @Nullable String ticketUrl,
        @NotPersonal("a label, no one on it") @Nullable String labelName,
        @Nullable UUID mediaUid,
        @Nullable Boolean isAvailable,
        @Nullable Boolean showOnPreviousDay) {

    private static final LocalTime LAST_SECOND = LocalTime.of(23, 59, 59);

    public static final IdolEventDetails EMPTY = new IdolEventDetails(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /** When it begins, by the clocks there: at midnight, when no time is said. */
    public LocalDateTime begins() {
        return day().atTime(startTime == null ? LocalTime.MIDNIGHT : startTime);
    }

    /**
     * When it ends, by the clocks there; null when nothing is said. With its day alone it lasts to the end of that; with a
     * time alone it ends when the clocks next show it.
     */
    public @Nullable LocalDateTime ends() {
        if (endDate != null) {
            return endDate.atTime(endTime == null ? LAST_SECOND : endTime);
        }
        if (endTime == null) {
            return null;
        }
        LocalDateTime sameDay = day().atTime(endTime);
        return sameDay.isAfter(begins()) ? sameDay : sameDay.plusDays(1);
    }

    /** The day that it is shown on. */
    public LocalDate displayDate() {
        return Boolean.TRUE.equals(showOnPreviousDay) ? day().minusDays(1) : day();
    }

    /** @param venue the venue's zone, null when it has none */
    public Instant at(LocalDateTime local, @Nullable ZoneId venue) {
        ZoneId zone = timezone != null ? timezone : venue != null ? venue : ZoneOffset.UTC;
        return local.atZone(zone).toInstant();
    }

    /** Each that is added has one: without it, what the log says is read all the same. */
    private LocalDate day() {
        return Objects.requireNonNullElse(startDate, LocalDate.EPOCH);
    }
}
