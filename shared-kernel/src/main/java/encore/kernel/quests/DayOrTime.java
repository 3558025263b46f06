package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.privacy.NotPersonal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * A day in UTC, or a time. It is answered in the form in which it was given.
 *
 * @param text {@code 2026-05-01}, or ISO 8601 with an offset
 */
public record DayOrTime(
        @NotPersonal("a day or a time") @JsonValue String text) {

    private static final int LENGTH_OF_DAY = 10;

    /**
     * Parses a text.
     *
     * @throws DateTimeException if the text is neither a day nor a time
     */
    public DayOrTime {
        if (text.length() == LENGTH_OF_DAY) {
            LocalDate.parse(text);
        } else {
            OffsetDateTime.parse(text);
        }
    }

    @JsonCreator
    public static DayOrTime parse(String text) {
        return new DayOrTime(text);
    }

    /** Returns the first moment: a start. */
    public Instant start() {
        return isDay() ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant() : time();
    }

    /** Returns the first moment after it, if it is an end: a day is included, a time is not. */
    public Instant endExclusive() {
        return isDay()
                ? LocalDate.parse(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()
                : time();
    }

    private boolean isDay() {
        return text.length() == LENGTH_OF_DAY;
    }

    private Instant time() {
        return OffsetDateTime.parse(text).toInstant();
    }

    @Override
    public String toString() {
        return text;
    }
}
