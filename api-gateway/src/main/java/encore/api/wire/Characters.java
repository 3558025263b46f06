package encore.api.wire;

import tools.jackson.databind.JsonNode;

/** Text that every store and every client can hold: no NUL, no half of a surrogate pair. */
public final class Characters {

    private Characters() {}

    static String storable(String text) {
        if (!isStorable(text)) {
            throw new WrongValue("format", "has characters that are not text");
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
