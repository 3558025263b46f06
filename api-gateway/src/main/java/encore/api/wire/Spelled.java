package encore.api.wire;

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
 * @param what the type with its article, for error messages
 * @param format OpenAPI's format, or null
 * @param spelling the pattern that a text must match
 * @param reader parses a text that matches
 */
public record Spelled(String what, @Nullable String format, Pattern spelling, Function<String, Object> reader)
        implements ValueType {

    /** Time zones by their IANA names only: offsets and the JDK's own names know no daylight saving time. */
    private static final Spelled ZONE = new Spelled(
            "an IANA time zone such as Europe/Vienna", null, Pattern.compile("[A-Z][A-Za-z0-9_+/-]{1,63}"), text -> {
                if (!ZoneId.getAvailableZoneIds().contains(text) || text.startsWith("SystemV/")) {
                    throw new DateTimeException("No IANA time zone");
                }
                return ZoneId.of(text);
            });

    private static final Map<Class<?>, Spelled> KNOWN = Map.of(
            UUID.class,
                    new Spelled(
                            "a UUID",
                            "uuid",
                            Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
                            UUID::fromString),
            LocalTime.class,
                    new Spelled(
                            "a time of day, HH:MM or HH:MM:SS",
                            null,
                            Pattern.compile("\\d\\d:\\d\\d(:\\d\\d)?"),
                            LocalTime::parse),
            ZoneId.class, ZONE);

    static @Nullable Spelled of(Class<?> type) {
        return KNOWN.get(type);
    }

    @Override
    public @Nullable Object ofText(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            if (spelling.matcher(text).matches()) {
                return reader.apply(text);
            }
        } catch (DateTimeException malformed) {
            throw wrong();
        }
        throw wrong();
    }

    @Override
    public WrongValue wrong() {
        return new WrongValue(ErrorCode.FORMAT, "must be " + what);
    }
}
