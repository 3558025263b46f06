package encore.api.wire;

import encore.kernel.ShortDecimal;
import java.math.BigDecimal;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Types for JSON values whose structure the contract does not specify. */
public sealed interface JsonType extends ValueType {

    /** The most levels of a value. Events and answers wrap it in further objects, and their readers limit the depth. */
    int MAX_DEPTH = 100;

    /** Refuses a value that could be stored but not be written in an answer, which writes numbers in plain digits. */
    private static void mustBeWritable(JsonNode node) {
        mustBeWritable(node, ShortDecimal::isShort);
    }

    private static void mustBeWritable(JsonNode node, Predicate<BigDecimal> isShort) {
        if (isDeeper(node, MAX_DEPTH)) {
            throw new InvalidValueException(ErrorCode.LENGTH, "must be at most " + MAX_DEPTH + " levels deep");
        }
        if (hasLongNumber(node, isShort)) {
            throw new InvalidValueException(ErrorCode.RANGE, "has a number of too many digits");
        }
        StorableText.requireStorable(node);
    }

    private static boolean hasLongNumber(JsonNode node, Predicate<BigDecimal> isShort) {
        return node.isNumber()
                ? !isShort.test(node.decimalValue())
                : node.valueStream().anyMatch(inside -> hasLongNumber(inside, isShort));
    }

    private static boolean isDeeper(JsonNode node, int levels) {
        return node.isContainer()
                && (levels == 0 || node.valueStream().anyMatch(inside -> isDeeper(inside, levels - 1)));
    }

    /** Any JSON value. In a form it is JSON text; a text that is no JSON becomes a JSON string. */
    record Json() implements JsonType {
        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                return ofJson(Wire.INPUT.readTree(text));
            } catch (JacksonException | NumberFormatException plain) {
                return Wire.INPUT.getNodeFactory().stringNode(StorableText.requireStorable(text));
            }
        }

        @Override
        public Object ofJson(JsonNode node) {
            mustBeWritable(node);
            return node;
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be JSON");
        }
    }

    /**
     * Any JSON value, also as text, with numbers of the range of a double. A text that is no JSON is refused, and {@code
     * null} is a value.
     */
    record JsonValue() implements JsonType {
        @Override
        public Object ofText(String text) {
            try {
                return ofJson(Wire.INPUT.readTree(text));
            } catch (JacksonException | NumberFormatException malformed) {
                throw wrongValue();
            }
        }

        @Override
        public Object ofJson(JsonNode node) {
            if (node.isMissingNode()) {
                throw wrongValue();
            }
            mustBeWritable(node, ShortDecimal::isOfADouble);
            return new StrictJson(node);
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be JSON");
        }
    }

    /**
     * A row of an import. The row is checked later, apart from the others, so that a row that is wrong does not refuse them.
     */
    record UncheckedRow() implements JsonType {

        /** The value. */
        public record Row(JsonNode json) {}

        @Override
        public Object ofText(String text) {
            throw wrongValue();
        }

        @Override
        public Object ofJson(JsonNode node) {
            return new Row(node);
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be a list of JSON objects");
        }
    }

    /** A JSON object with any content. */
    record JsonObject() implements JsonType {

        private static final int MAX_BYTES = 64 << 10;

        @Override
        public @Nullable Object ofText(String text) {
            if (text.isEmpty()) {
                return null;
            }
            try {
                return ofJson(Wire.INPUT.readTree(text));
            } catch (JacksonException | NumberFormatException malformed) {
                throw wrongValue();
            }
        }

        @Override
        public Object ofJson(JsonNode node) {
            if (!node.isObject()) {
                throw wrongValue();
            }
            mustBeWritable(node);
            if (Wire.INPUT.writeValueAsBytes(node).length > MAX_BYTES) {
                throw new InvalidValueException(ErrorCode.LENGTH, "must have at most " + MAX_BYTES + " bytes");
            }
            return node;
        }

        @Override
        public InvalidValueException wrongValue() {
            return new InvalidValueException(ErrorCode.TYPE, "must be a JSON object");
        }
    }
}
