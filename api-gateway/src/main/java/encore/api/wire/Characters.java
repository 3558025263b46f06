package encore.api.wire;

import tools.jackson.databind.JsonNode;

/** Checks that text can be stored and read everywhere: no NUL character, no half of a surrogate pair. */
public final class Characters {

    private static final int LONGEST_SHOWN = 300;

    private Characters() {}

    static String storable(String text) {
        if (!isStorable(text)) {
            throw new WrongValue(ErrorCode.FORMAT, "has characters that are not text");
        }
        return text;
    }

    public static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /**
     * Returns a parameter's name for an error message. The client may have invented the name, so a long one is cut and
     * a malformed one is replaced by a question mark.
     */
    public static String shown(String name) {
        if (!isStorable(name)) {
            return "?";
        }
        return name.codePointCount(0, name.length()) <= LONGEST_SHOWN
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_SHOWN)) + "…";
    }

    static void storable(JsonNode node) {
        if (node.isString()) {
            storable(node.stringValue());
        }
        for (var property : node.properties()) {
            storable(property.getKey());
        }
        for (JsonNode inner : node) {
            storable(inner);
        }
    }
}
