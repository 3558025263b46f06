package encore.infra.cli.imports;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a file as they are sent: times in UTC, days as yyyy-mm-dd, decimals with a point. The console does the
 * same, since a row's key is made of the values as they are sent. A value that is written in another way is sent as it
 * stands, and the server says the reason for which it is wrong.
 *
 * @param zone the zone of times that have no offset
 * @param isDecimalComma whether decimals have a comma
 * @param dayOrder the order in dates such as 03/04/2020
 */
public record ValueFormats(ZoneId zone, boolean isDecimalComma, DayOrder dayOrder) {

    /** The order of day and month in dates with slashes. Nobody can tell it from a single date. */
    public enum DayOrder {
        NOT_GIVEN,
        DAY_FIRST,
        MONTH_FIRST
    }

    /** A value that cannot be sent; its message is part of a sentence. */
    static final class WrongValue extends Exception {

        private static final long serialVersionUID = 1;

        WrongValue(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    private static final Pattern ISO = Pattern.compile(
            "(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?\\s*(Z|UTC|[+-]\\d\\d(?::?\\d\\d)?)?)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern SPREADSHEET = Pattern.compile(
            "(\\d{1,2})([./-])(\\d{1,2})[./-](\\d{4})(?:,?[T ]+(\\d{1,2}):(\\d\\d)(?::(\\d\\d))?(?:\\s*([AP])\\.?M\\.?)?)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern UNIX_SECONDS = Pattern.compile("-?\\d{1,11}");
    private static final Pattern WITH_COMMA = Pattern.compile("[+-]?(\\d+|\\d{1,3}(\\.\\d{3})+)(,\\d+)?");
    private static final Pattern WITH_POINT = Pattern.compile("[+-]?\\d{1,3}(,\\d{3})+(\\.\\d+)?");
    private static final Pattern LOOKS_COMMA = Pattern.compile("[+-]?[\\d.]*,\\d+");
    private static final Pattern LOOKS_POINT = Pattern.compile("[+-]?\\d*\\.\\d+");
    private static final int MILLISECOND_DIGITS = 3;

    /** Removes spaces of all kinds at both ends, as browsers do. */
    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (from < to && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(char letter) {
        return letter >= '\t' && letter <= '\r' || letter == '\uFEFF' || Character.isSpaceChar(letter);
    }

    /** Returns a trimmed value as it is sent. */
    String written(String type, String value) throws WrongValue {
        return switch (type) {
            case "decimal" -> decimal(value);
            case "time" -> time(value);
            case "day" -> {
                Face face = face(value);
                yield face == null ? value : face.local().toLocalDate().toString();
            }
            default -> value;
        };
    }

    private String decimal(String value) throws WrongValue {
        if (isDecimalComma) {
            if (WITH_COMMA.matcher(value).matches()) {
                return value.replace(".", "").replace(',', '.');
            }
            if (LOOKS_POINT.matcher(value).matches()) {
                throw new WrongValue("has a decimal point, and --decimal-comma says that decimals have a comma");
            }
            return value;
        }
        if (WITH_POINT.matcher(value).matches()) {
            return value.replace(",", "");
        }
        if (LOOKS_COMMA.matcher(value).matches()) {
            throw new WrongValue("has a decimal comma: import the file with --decimal-comma");
        }
        return value;
    }

    private String time(String value) throws WrongValue {
        if (UNIX_SECONDS.matcher(value).matches()) {
            return Instant.ofEpochSecond(Long.parseLong(value)).toString();
        }
        Face face = face(value);
        if (face == null) {
            return value;
        }
        // An hour that is missing when clocks go forward is read with the offset before it, which is the later instant.
        Instant instant = face.offset() == null
                ? face.local().atZone(zone).toInstant()
                : face.local().toInstant(face.offset());
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** A date and a time of day, with the offset if one stands there. */
    private record Face(LocalDateTime local, @Nullable ZoneOffset offset) {}

    private @Nullable Face face(String value) throws WrongValue {
        try {
            Matcher iso = ISO.matcher(value);
            if (iso.matches()) {
                return new Face(
                        LocalDateTime.of(
                                number(iso.group(1)),
                                number(iso.group(2)),
                                number(iso.group(3)),
                                number(iso.group(4)),
                                number(iso.group(5)),
                                number(iso.group(6)),
                                nanoseconds(iso.group(7))),
                        offset(iso.group(8)));
            }
            Matcher spreadsheet = SPREADSHEET.matcher(value);
            return spreadsheet.matches() ? spreadsheetFace(spreadsheet) : null;
        } catch (DateTimeException noDate) {
            return null;
        }
    }

    private Face spreadsheetFace(Matcher parts) throws WrongValue {
        boolean isDayFirst = parts.group(2).equals(".") || dayOrder == DayOrder.DAY_FIRST;
        if (!isDayFirst && dayOrder == DayOrder.NOT_GIVEN) {
            throw new WrongValue("may begin with the day or with the month: write yyyy-mm-dd, or import the file with"
                    + " --dates day-first or --dates month-first");
        }
        int hour = number(parts.group(5));
        if (parts.group(8) != null) {
            hour = hour % 12 + (parts.group(8).equalsIgnoreCase("P") ? 12 : 0);
        }
        return new Face(
                LocalDateTime.of(
                        number(parts.group(4)),
                        number(parts.group(isDayFirst ? 3 : 1)),
                        number(parts.group(isDayFirst ? 1 : 3)),
                        hour,
                        number(parts.group(6)),
                        number(parts.group(7))),
                null);
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static int nanoseconds(@Nullable String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "00").substring(0, MILLISECOND_DIGITS)) * 1_000_000;
    }

    private static @Nullable ZoneOffset offset(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String upper = text.toUpperCase(Locale.ROOT);
        return upper.equals("Z") || upper.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(upper);
    }
}
