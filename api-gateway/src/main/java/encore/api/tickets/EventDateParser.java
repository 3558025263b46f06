package encore.api.tickets;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/**
 * Parses the day of an event from a day or a time in ISO 8601. A time's day is taken as written: it is the local day.
 */
final class EventDateParser {

    private static final int DAY_LENGTH = 10;
    private static final int MAX_LENGTH = 40;

    private EventDateParser() {}

    static LocalDate parse(String text) {
        try {
            if (text.length() == DAY_LENGTH) {
                return LocalDate.parse(text);
            }
            if (text.length() <= MAX_LENGTH) {
                String iso = text.replace(' ', 'T');
                return iso.matches(".*T.*(Z|[+-]\\d\\d:\\d\\d)")
                        ? OffsetDateTime.parse(iso).toLocalDate()
                        : LocalDateTime.parse(iso).toLocalDate();
            }
        } catch (DateTimeException malformed) {
            // refused below, like text that is too long
        }
        throw Problem.input("event_date", ErrorCode.FORMAT, "must be a day or a time in ISO 8601");
    }
}
