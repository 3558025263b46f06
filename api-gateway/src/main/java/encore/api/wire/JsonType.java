package encore.api.wire;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Shapes that the contract leaves open. */
public sealed interface JsonType extends ValueType {

    /** Events and answers put objects around it, and who reads them bounds how deep they are. */
    int DEEPEST = 100;

    private static void mustBeShallow(JsonNode node) {
        if (isDeeper(node, DEEPEST)) {
            throw new WrongValue(ErrorCode.LENGTH, "must be at most " + DEEPEST + " levels deep");
        }
    }

    private static boolean isDeeper(JsonNode node, int levels) {
        return node.isContainer()
                && (levels == 0 || node.valueStream().anyMatch(inside -> isDeeper(inside, levels - 1)));
    }

    /** A shape that nobody specified. In a form it is JSON text, or else plain text. */
    record Json() implements JsonType {
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
            mustBeShallow(node);
            Characters.storable(node);
            return node;
        }

        @Override
        public WrongValue wrong() {
            return new WrongValue(ErrorCode.TYPE, "must be JSON");
        }
    }

    /** An object of JSON, whatever stands in it. */
    record JsonObject() implements JsonType {

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
            mustBeShallow(node);
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
