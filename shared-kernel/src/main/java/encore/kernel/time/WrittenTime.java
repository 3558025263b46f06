package encore.kernel.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time as a caller wrote it: with an offset it is an instant, without one it is a local time of a zone that is given
 * beside it.
 *
 * @param offset null for a local time
 */
public record WrittenTime(LocalDateTime local, @Nullable ZoneOffset offset) {

    private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)[Tt ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)(Z|[+-]\\d\\d(?::?\\d\\d)?)?");

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private static final DateTimeFormatter BASIC_DAY =
            DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999999Z");

    /**
     * Parses unix seconds, or ISO 8601 with a T or a space, with or without an offset.
     *
     * @throws DateTimeException if the text is none of these, or is out of range
     */
    public static WrittenTime parse(String text) {
        if (text.matches("\\d+")) {
            return of(Instant.ofEpochSecond(seconds(text)));
        }
        WrittenTime time = iso(text);
        long seconds = time.in(ZoneOffset.UTC).getEpochSecond();
        if (seconds < 0 || seconds > LATEST) {
            throw new DateTimeException("out of range");
        }
        return time;
    }

    public static WrittenTime of(Instant instant) {
        return new WrittenTime(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), ZoneOffset.UTC);
    }

    /** Returns the instant. A local time that does not exist in the zone, or exists twice, is the later instant. */
    public Instant in(ZoneId zone) {
        if (offset != null) {
            return local.toInstant(offset);
        }
        var transition = zone.getRules().getTransition(local);
        if (transition == null) {
            return local.atZone(zone).toInstant();
        }
        Instant before = local.toInstant(transition.getOffsetBefore());
        Instant after = local.toInstant(transition.getOffsetAfter());
        return before.isAfter(after) ? before : after;
    }

    private static long seconds(String digits) {
        if (digits.length() > 12 || Long.parseLong(digits) > LATEST) {
            throw new DateTimeException("out of range");
        }
        return Long.parseLong(digits);
    }

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
    public static WrittenTime iso(String text) {
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
