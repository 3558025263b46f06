package encore.api.wire;

import encore.kernel.time.WrittenTime;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A type whose values are read from text that matches a pattern, such as a UUID.
 *
 * @param description the type with its article, for error messages
 * @param format OpenAPI's format, or null
 * @param pattern the pattern that a text must match
 * @param reader parses a text that matches
 */
public record TextPatternType(
        String description, @Nullable String format, Pattern pattern, Function<String, Object> reader)
        implements ValueType {

    /** Time zones by their IANA names only: offsets and the JDK's own names know no daylight saving time. */
    private static final TextPatternType ZONE = new TextPatternType(
            "an IANA time zone such as Europe/Vienna", null, Pattern.compile("[A-Z][A-Za-z0-9_+/-]{1,63}"), text -> {
                if (!ZoneId.getAvailableZoneIds().contains(text) || text.startsWith("SystemV/")) {
                    throw new DateTimeException("No IANA time zone");
                }
                return ZoneId.of(text);
            });

    private static final Map<Class<?>, TextPatternType> KNOWN = Map.of(
            UUID.class,
                    new TextPatternType(
                            "a UUID",
                            "uuid",
                            Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
                            UUID::fromString),
            LocalTime.class,
                    new TextPatternType(
                            "a time of day, HH:MM or HH:MM:SS",
                            null,
                            Pattern.compile("\\d\\d:\\d\\d(:\\d\\d)?"),
                            LocalTime::parse),
            ZoneId.class, ZONE,
            WrittenTime.class,
                    new TextPatternType(
                            "a time: ISO 8601 with or without an offset, or unix seconds",
                            "date-time",
                            Pattern.compile("[0-9T :.Z+-]{1,40}"),
                            WrittenTime::parse));

    static @Nullable TextPatternType of(Class<?> type) {
        return KNOWN.get(type);
    }

    @Override
    public @Nullable Object ofText(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            if (pattern.matcher(text).matches()) {
                return reader.apply(text);
            }
        } catch (DateTimeException malformed) {
            throw wrongValue();
        }
        throw wrongValue();
    }

    @Override
    public InvalidValueException wrongValue() {
        return new InvalidValueException(ErrorCode.FORMAT, "must be " + description);
    }
}
