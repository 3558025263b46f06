package encore.api.wire;

import encore.kernel.ShortDecimal;
import encore.kernel.names.Blanks;
import encore.kernel.names.KeySpelling;
import encore.kernel.time.AsOf;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The type of a parameter's value, which is read from text and from JSON. Reading returns null for a value that counts
 * as absent.
 */
public sealed interface ValueType
        permits JsonType,
                TextPatternType,
                TimeType,
                ValueType.Choice,
                ValueType.DecimalNumber,
                ValueType.Flag,
                ValueType.Text,
                ValueType.WholeNumber {

    @Nullable
    Object ofText(String text);

    /**
     * Reads a JSON value.
     *
     * @param node not a JSON null
     */
    default @Nullable Object ofJson(JsonNode node) {
        if (node.isString()) {
            return ofText(node.stringValue());
        }
        throw wrongValue();
    }

    InvalidValueException wrongValue();

    /** Returns the type for a component's class; null when a component cannot have that class. */
    static @Nullable ValueType of(Class<?> type, int maxLength) {
        return of(type, maxLength, TextKind.PLAIN);
    }

    /**
     * @param kind the kind of a text
     * @see #of(Class, int)
     */
    static @Nullable ValueType of(Class<?> type, int maxLength, TextKind kind) {
        if (type == String.class) {
            return new Text(maxLength, kind);
        }
        if (type == long.class || type == Long.class) {
            return new WholeNumber(Long.MIN_VALUE, Long.MAX_VALUE, false);
        }
        if (type == int.class || type == Integer.class) {
            return new WholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE, true);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Flag();
        }
        if (type == BigDecimal.class) {
            return new DecimalNumber(false);
        }
        if (type == double.class || type == Double.class) {
            return new DecimalNumber(true);
        }
        if (type == LocalDate.class) {
            return new TimeType.Day();
        }
        if (type == Instant.class) {
            return new TimeType.Time();
        }
        if (type == DayOrTime.class) {
            return new TimeType.DayOrMoment();
        }
        if (type == AsOf.class) {
            return new TimeType.LogMoment();
        }
        if (type == JsonNode.class) {
            return new JsonType.Json();
        }
        if (type == StrictJson.class) {
            return new JsonType.JsonValue();
        }
        if (type == JsonType.UncheckedRow.Row.class) {
            return new JsonType.UncheckedRow();
        }
        if (type == ObjectNode.class) {
            return new JsonType.JsonObject();
        }
        TextPatternType textPatternType = TextPatternType.of(type);
        if (textPatternType != null) {
            return textPatternType;
        }
        return type.isEnum() ? Choice.of(type) : null;
    }

    /** The kinds of texts that are not read alike. */
    enum TextKind {
        PLAIN,
        /** Space around it is cut off. A blank name stays as it is: each rule refuses it in its own way. */
        NAME,
        /**
         * Space around it is cut off in JSON alone. In a form or a query, the blank before a phone may be a + that was not
         * escaped.
         */
        PHONE,
        /** Its length is that of its form NFC, which is hashed. */
        PASSWORD,
        /** It has no control character inside. Those around it stay: a record may be known by this spelling. */
        KEY,
        /** It has no control character inside, and those around it are cut off. */
        ORDER_KEY
    }

    /** Text. Its length is counted in code points, as in OpenAPI. */
    record Text(int maxLength, TextKind kind) implements ValueType {
        @Override
        public @Nullable Object ofText(String given) {
            boolean isKey = kind == TextKind.KEY || kind == TextKind.ORDER_KEY;
            if (isKey && KeySpelling.hasControlInside(given)) {
                throw new InvalidValueException(ErrorCode.FORMAT, "must not contain a control character");
            }
            return kind == TextKind.ORDER_KEY && !given.isEmpty()
                    ? read(String.valueOf(KeySpelling.ofKey(given)), false)
                    : read(given, kind == TextKind.NAME);
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isString() && kind == TextKind.PHONE
                    ? read(node.stringValue(), true)
                    : ValueType.super.ofJson(node);
        }

        private @Nullable Object read(String given, boolean cutsOff) {
            if (given.isEmpty()) {
                return null;
            }
            String trimmed = cutsOff ? Blanks.trim(given) : given;
            String text = trimmed.isEmpty() ? given : trimmed;
            StorableText.requireStorable(given);
            mustFit(kind == TextKind.PASSWORD ? Normalizer.normalize(text, Normalizer.Form.NFC) : text, maxLength);
            return text;
        }

        static void mustFit(String text, int maxLength) {
            if (text.codePointCount(0, text.length()) > maxLength) {
                throw new InvalidValueException(ErrorCode.LENGTH, "must have at most " + maxLength + " characters");
            }
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be text");
        }
    }

    /** A whole number in plain digits. */
    record WholeNumber(long min, long max, boolean int32) implements ValueType {
        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            int digits = text.charAt(0) == '-' ? 1 : 0;
            if (digits == text.length() || text.length() - digits > 40) {
                throw wrongValue();
            }
            for (int i = digits; i < text.length(); i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    throw wrongValue();
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
            return node.isNumber() ? inRange(toLong(node.decimalValue())) : ValueType.super.ofJson(node);
        }

        /** Converts a decimal. In JSON Schema, 5.0 is an integer too. */
        private long toLong(BigDecimal value) {
            BigDecimal stripped = ShortDecimal.stripped(value);
            if (stripped == null) {
                throw value.scale() > 0 ? wrongValue() : outOfRange();
            }
            try {
                return stripped.longValueExact();
            } catch (ArithmeticException other) {
                throw stripped.scale() > 0 ? wrongValue() : outOfRange();
            }
        }

        private Object inRange(long value) {
            if (value < min || value > max) {
                throw outOfRange();
            }
            return int32 ? (Object) (int) value : (Object) value;
        }

        private static InvalidValueException outOfRange() {
            return new InvalidValueException(ErrorCode.RANGE, "is out of range");
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be an integer");
        }
    }

    /** A decimal number, exact unless the component is a double. */
    record DecimalNumber(boolean asDouble) implements ValueType {

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            // Computing with a thousand digits, or with an exponent of a billion, would be expensive.
            if (text.length() > 60 || !text.chars().allMatch(c -> c < 128)) {
                throw wrongValue();
            }
            try {
                return requireShort(new BigDecimal(text));
            } catch (NumberFormatException malformed) {
                throw wrongValue();
            }
        }

        @Override
        public @Nullable Object ofJson(JsonNode node) {
            return node.isNumber() ? requireShort(node.decimalValue()) : ValueType.super.ofJson(node);
        }

        private Object requireShort(BigDecimal value) {
            if (!ShortDecimal.isShort(value)) {
                throw new InvalidValueException(ErrorCode.RANGE, "has too many digits");
            }
            return asDouble ? (Object) value.doubleValue() : value;
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be a number");
        }
    }

    /** A boolean. */
    record Flag() implements ValueType {
        @Override
        public @Nullable Object ofText(String text) {
            return switch (text.length() > 5 ? "?" : text.toLowerCase(Locale.ROOT)) {
                case "" -> null;
                case "true", "on", "1" -> true;
                case "false", "off", "0" -> false;
                default -> throw wrongValue();
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
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be true or false (also on, off, 1 or 0)");
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
                throw wrongValue();
            }
            return value;
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(
                    ErrorCode.VALUE,
                    "must be one of "
                            + String.join(
                                    ", ",
                                    values.keySet().stream()
                                            .map(value -> value.isEmpty() ? "(empty)" : value)
                                            .toList()));
        }
    }
}
