package encore.api.tickets;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.time.WrittenTime;
import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Parses the day of an event from a day, {@code 2026-05-01} or {@code 20260501}, or a time in ISO 8601. A time's day is
 * taken as written: it is the local day.
 */
final class EventDateParser {

    private static final int DAY_LENGTH = 10;
    private static final int BASIC_DAY_LENGTH = 8;

    private EventDateParser() {}

    static LocalDate parse(String text) {
        try {
            return switch (text.length()) {
                case DAY_LENGTH -> WrittenTime.day(text);
                case BASIC_DAY_LENGTH -> WrittenTime.basicDay(text);
                default -> WrittenTime.iso(text).local().toLocalDate();
            };
        } catch (DateTimeException malformed) {
            throw Problem.input("event_date", ErrorCode.FORMAT, "must be a day or a time in ISO 8601");
        }
    }
}
