package encore.api.trackers;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.time.Days;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the days of a list of trackers. Of a year two digits are given: 00 to 68 are of this century. */
final class CreationDays {

    private static final Pattern DAY = Pattern.compile("(\\d{2})/(\\d{2})/(\\d{2})");
    private static final int LAST_OF_CENTURY = 68;
    private static final int DAYS = 31;

    private CreationDays() {}

    /** Returns the days between both; without the last one until today, without the first one the 31 days up to it. */
    static Days of(@Nullable String min, @Nullable String max, Instant now) {
        LocalDate first = parse("min_creation_date", min);
        LocalDate given = parse("max_creation_date", max);
        LocalDate last = given == null ? LocalDate.ofInstant(now, ZoneOffset.UTC) : given;
        if (first != null && given != null && first.isAfter(given)) {
            throw Problem.input("max_creation_date", ErrorCode.RANGE, "must not be before min_creation_date");
        }
        return new Days(first == null ? last.minusDays(DAYS - 1) : first, last);
    }

    private static @Nullable LocalDate parse(String parameter, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        Matcher day = DAY.matcher(text);
        try {
            if (day.matches()) {
                int year = Integer.parseInt(day.group(3));
                return LocalDate.of(
                        (year <= LAST_OF_CENTURY ? 2_000 : 1_900) + year,
                        Integer.parseInt(day.group(1)),
                        Integer.parseInt(day.group(2)));
            }
        } catch (DateTimeException noDay) {
            // refused below, like any other text
        }
        throw Problem.input(parameter, ErrorCode.FORMAT, "must be a day as mm/dd/yy");
    }
}
