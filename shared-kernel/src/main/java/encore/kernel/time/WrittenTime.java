package encore.kernel.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A time as a caller wrote it: with an offset it is an instant, without one it is a local time of a zone that is given
 * beside it.
 *
 * @param offset null for a local time
 */
public record WrittenTime(LocalDateTime local, @Nullable ZoneOffset offset) {

    private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    /**
     * Parses unix seconds, or ISO 8601 with a T or a space, with or without an offset.
     *
     * @throws DateTimeException if the text is none of these, or is out of range
     */
    public static WrittenTime parse(String text) {
        if (text.matches("\\d+")) {
            return of(Instant.ofEpochSecond(seconds(text)));
        }
        WrittenTime time = IsoTimes.time(text);
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
}
