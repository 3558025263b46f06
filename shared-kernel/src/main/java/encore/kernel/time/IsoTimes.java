package encore.kernel.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses days and times in ISO 8601, all of them in the same way. An offset is {@code Z}, {@code +hh:mm}, {@code +hhmm}
 * or {@code +hh}. Years are 1 to 9999, also in UTC.
 */
public final class IsoTimes {

    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)[Tt ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)(Z|[+-]\\d\\d(?::?\\d\\d)?)?");

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private static final DateTimeFormatter BASIC_DAY =
            DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private IsoTimes() {}

    /**
     * Parses a day, {@code yyyy-mm-dd}.
     *
     * @throws DateTimeException if the text is no day
     */
    public static LocalDate day(String text) {
        return day(text, "\\d{4}-\\d\\d-\\d\\d", DAY);
    }

    /**
     * Parses a day in the basic form, {@code yyyymmdd}.
     *
     * @throws DateTimeException if the text is no day
     */
    public static LocalDate basicDay(String text) {
        return day(text, "\\d{8}", BASIC_DAY);
    }

    private static LocalDate day(String text, String form, DateTimeFormatter format) {
        // The year's sign and more digits are other ways to write a day that the formatter reads.
        LocalDate day = text.matches(form) ? LocalDate.parse(text, format) : LocalDate.MIN;
        if (day.getYear() < 1) {
            throw new DateTimeException("no day");
        }
        return day;
    }

    /**
     * Parses a time with a T or a space, with or without an offset.
     *
     * @throws DateTimeException if the text is no time
     */
    public static WrittenTime time(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            throw new DateTimeException("no time");
        }
        LocalDateTime local = LocalDateTime.parse(day(parts.group(1)) + "T" + parts.group(2));
        String written = parts.group(3);
        ZoneOffset offset = written == null ? null : ZoneOffset.of(written);
        Instant at = local.toInstant(offset == null ? ZoneOffset.UTC : offset);
        if (at.isBefore(FIRST) || at.isAfter(END)) {
            throw new DateTimeException("out of range");
        }
        return new WrittenTime(local, offset);
    }
}
