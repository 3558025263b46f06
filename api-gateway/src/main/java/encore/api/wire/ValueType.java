package encore.api.wire;

import encore.kernel.AsOf;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes what one value of a parameter can be: read from text and from JSON alike. Null means that it counts as
 * absent.
 */
public sealed interface ValueType
        permits Spelled,
                ValueType.Choice,
                ValueType.Day,
                ValueType.DayOrMoment,
                ValueType.Decimal,
                ValueType.Flag,
                ValueType.Json,
                ValueType.JsonObject,
                ValueType.Moment,
                ValueType.Text,
                ValueType.Time,
                ValueType.Whole {

    @Nullable
    Object ofText(String text);

    /** @param node not a JSON null */
    default @Nullable Object ofJson(JsonNode node) {
        if (node.isString()) {
            return ofText(node.stringValue());
        }
        throw wrong();
    }

    WrongValue wrong();

    /** The type for a component's class, or null when a component cannot have it. */
    static @Nullable ValueType of(Class<?> type, int maxLength) {
        if (type == String.class) {
            return new Text(maxLength);
        }
        if (type == long.class || type == Long.class) {
            return new Whole(Long.MIN_VALUE, Long.MAX_VALUE, false);
        }
        if (type == int.class || type == Integer.class) {
            return new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE, true);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Flag();
        }
        if (type == BigDecimal.class) {
            return new Decimal(false);
        }
        if (type == double.class || type == Double.class) {
            return new Decimal(true);
        }
        if (type == LocalDate.class) {
            return new Day();
        }
        if (type == Instant.class) {
            return new Time();
        }
        if (type == DayOrTime.class) {
            return new DayOrMoment();
        }
        if (type == AsOf.class) {
            return new Moment();
        }
        if (type == JsonNode.class) {
            return new Json();
        }
        if (type == ObjectNode.class) {
            return new JsonObject();
        }
        Spelled spelled = Spelled.of(type);
        if (spelled != null) {
            return spelled;
        }
        return type.isEnum() ? Choice.of(type) : null;
    }

    /** Text, whose length is counted in code points, as OpenAPI does. */
    record Text(int maxLength) implements ValueType {
        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            mustFit(text, maxLength);
            return Characters.storable(text);
        }

        static void mustFit(String text, int maxLength) {
            if (text.codePointCount(0, text.length()) > maxLength) {
                throw new WrongValue(ErrorCode.LENGTH, "must have at most " + maxLength + " characters");
            }
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be text");
        }
    }

    /** A whole number in plain digits. */
    record Whole(long min, long max, boolean narrow) implements ValueType {
        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            int digits = text.charAt(0) == '-' ? 1 : 0;
            if (digits == text.length() || text.length() - digits > 40) {
                throw wrong();
            }
            for (int i = digits; i < text.length(); i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    throw wrong();
                }
            }
            try {
                return inRange(Long.parseLong(text));
            } catch (NumberFormatException tooLong) {
                throw outOfRange();
            }
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            if (node.isIntegralNumber()) {
                if (!node.canConvertToLong()) {
                    throw outOfRange();
                }
                return inRange(node.longValue());
            }
            return node.isNumber() ? inRange(whole(node.decimalValue())) : ValueType.super.ofJson(node);
        }

        /** To JSON Schema 5.0 is as whole as 5. */
        private long whole(BigDecimal value) {
            try {
                return value.longValueExact();
            } catch (ArithmeticException other) {
                throw value.stripTrailingZeros().scale() > 0 ? wrong() : outOfRange();
            }
        }

        private Object inRange(long value) {
            if (value < min || value > max) {
                throw outOfRange();
            }
            return narrow ? (Object) (int) value : (Object) value;
        }

        private static WrongValue outOfRange() {
            return new WrongValue(ErrorCode.RANGE, "is out of range");
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be an integer");
        }
    }

    /** A decimal number, kept exactly unless a double is asked for. */
    record Decimal(boolean binary) implements ValueType {

        private static final int MOST_DIGITS = 38;

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            // A thousand digits, or an exponent of a billion, would be expensive to work with.
            if (text.length() > 60 || !text.chars().allMatch(c -> c < 128)) {
                throw wrong();
            }
            try {
                return limited(new BigDecimal(text));
            } catch (NumberFormatException malformed) {
                throw wrong();
            }
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isNumber() ? limited(node.decimalValue()) : ValueType.super.ofJson(node);
        }

        private Object limited(BigDecimal value) {
            if (value.precision() > MOST_DIGITS || Math.abs((long) value.scale()) > MOST_DIGITS) {
                throw new WrongValue(ErrorCode.RANGE, "has too many digits");
            }
            return binary ? (Object) value.doubleValue() : value;
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be a number");
        }
    }

    /** Yes or no. */
    record Flag() implements ValueType {
        @Override
        public @Nullable Object ofText(String text) {
            return switch (text.length() > 5 ? "?" : text.toLowerCase(Locale.ROOT)) {
                case "" -> null;
                case "true", "on", "1" -> true;
                case "false", "off", "0" -> false;
                default -> throw wrong();
            };
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            if (node.isBoolean()) {
                return node.booleanValue();
            }
            return node.isIntegralNumber() ? ofText(node.asString()) : ValueType.super.ofJson(node);
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be true or false (also on, off, 1 or 0)");
        }
    }

    /** A day, {@code yyyy-mm-dd}. */
    record Day() implements ValueType {

        private static final DateTimeFormatter FORMAT =
                DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                if (text.length() == 10) {
                    return LocalDate.parse(text, FORMAT);
                }
            } catch (DateTimeException malformed) {
                throw wrong();
            }
            throw wrong();
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.FORMAT, "must be YYYY-MM-DD");
        }
    }

    /** A moment: unix seconds, {@code YYYY-MM-DD HH:MM:SS} in UTC, or ISO 8601. */
    record Time() implements ValueType {

        private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
        private static final Whole SECONDS = new Whole(0, LATEST, false);

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            if (text.length() > 40) {
                throw wrong();
            }
            if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return seconds(SECONDS.ofText(text));
            }
            try {
                Instant at = iso(text);
                if (at.getEpochSecond() < 0 || at.getEpochSecond() > LATEST) {
                    throw new WrongValue(ErrorCode.RANGE, "is out of range");
                }
                return at;
            } catch (DateTimeException malformed) {
                throw wrong();
            }
        }

        /** UTC without an offset. */
        static Instant iso(String text) {
            String iso = text.replace(' ', 'T');
            return iso.endsWith("Z") || iso.matches(".*T.*[+-]\\d\\d(:?\\d\\d)?")
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isIntegralNumber() ? seconds(SECONDS.ofJson(node)) : ValueType.super.ofJson(node);
        }

        private static @Nullable Object seconds(@Nullable Object seconds) {
            return seconds == null ? null : Instant.ofEpochSecond((Long) seconds);
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.FORMAT, "must be a time: unix seconds, 'YYYY-MM-DD HH:MM:SS' or ISO 8601");
        }
    }

    /** A day, or a moment in any spelling of {@link Time}. */
    record DayOrMoment() implements ValueType {

        /** For the docs: how most of them look. */
        public static final String PATTERN =
                "^(?:\\d{1,10}|\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})?)?)$";

        private static final int DAY_LENGTH = 10;
        private static final Day DAY = new Day();
        private static final Time TIME = new Time();

        @Override
        public @Nullable Object ofText(String text) {
            try {
                boolean day = text.length() == DAY_LENGTH && text.indexOf('-') > 0;
                return day ? DayOrTime.of((LocalDate) Objects.requireNonNull(DAY.ofText(text))) : at(TIME.ofText(text));
            } catch (WrongValue neither) {
                throw wrong();
            }
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isIntegralNumber() ? at(TIME.ofJson(node)) : ValueType.super.ofJson(node);
        }

        private static @Nullable Object at(@Nullable Object time) {
            return time == null ? null : new DayOrTime((Instant) time, null);
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(
                    ErrorCode.FORMAT, "must be YYYY-MM-DD or a time: unix seconds, 'YYYY-MM-DD HH:MM:SS' or ISO 8601");
        }
    }

    /** A moment of the log: a position, unix seconds, or a time as text. */
    record Moment() implements ValueType {

        public static final int LENGTH = 40;

        private static final Pattern POSITION = Pattern.compile("(position:)?(\\d{1,18})");

        /** Lower numbers are positions: no log of ours is as old as the unix time that they would be. */
        private static final long FIRST_TIME = 1_000_000_000L;

        private static final long LAST_TIME = 253_402_300_799L;

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            Text.mustFit(text, LENGTH);
            var position = POSITION.matcher(text);
            if (position.matches()) {
                long number = Long.parseLong(position.group(2));
                if (position.group(1) != null || number < FIRST_TIME) {
                    return AsOf.of(number);
                }
                if (number > LAST_TIME) {
                    throw new WrongValue(ErrorCode.RANGE, "is out of range");
                }
                return AsOf.of(Instant.ofEpochSecond(number));
            }
            try {
                return AsOf.of(Time.iso(text.strip()));
            } catch (DateTimeException malformed) {
                throw wrong();
            }
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be a time or a position");
        }
    }

    /** One of an enumeration's wire values: a constant's {@code @JsonProperty}, or its name in lower case. */
    record Choice(Map<String, Object> values) implements ValueType {

        static Choice of(Class<?> type) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (Object constant : type.getEnumConstants()) {
                values.put(Wire.value((Enum<?>) constant), constant);
            }
            return new Choice(values);
        }

        @Override
        public @Nullable Object ofText(String text) {
            Object value = values.get(text);
            if (value == null && !text.isEmpty()) {
                throw wrong();
            }
            return value;
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(
                    ErrorCode.VALUE,
                    "must be one of "
                            + String.join(
                                    ", ",
                                    values.keySet().stream()
                                            .map(value -> value.isEmpty() ? "(empty)" : value)
                                            .toList()));
        }
    }

    /** A shape that nobody specified. In a form it is JSON text, or else plain text. */
    record Json() implements ValueType {
        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                return ofJson(Wire.INPUT.readTree(text));
            } catch (JacksonException plain) {
                return Wire.INPUT.getNodeFactory().stringNode(Characters.storable(text));
            }
        }

        @Override
        public Object ofJson(JsonNode node) {
            Characters.storable(node);
            return node;
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be JSON");
        }
    }

    /** An object of JSON, whatever stands in it. */
    record JsonObject() implements ValueType {

        private static final int MOST_BYTES = 64 << 10;

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                return ofJson(Wire.INPUT.readTree(text));
            } catch (JacksonException malformed) {
                throw wrong();
            }
        }

        @Override
        public Object ofJson(JsonNode node) {
            if (!node.isObject()) {
                throw wrong();
            }
            Characters.storable(node);
            if (Wire.INPUT.writeValueAsBytes(node).length > MOST_BYTES) {
                throw new WrongValue(ErrorCode.LENGTH, "must have at most " + MOST_BYTES + " bytes");
            }
            return node;
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be a JSON object");
        }
    }
}
