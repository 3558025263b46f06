package encore.api.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Checks that text can be stored and read everywhere: valid UTF-8, no NUL character, no half of a surrogate pair. */
public final class StorableText {

    private static final int MAX_DISPLAY_LENGTH = 300;

    private StorableText() {}

    static String requireStorable(String text) {
        if (!isStorable(text)) {
            throw new InvalidValueException(ErrorCode.FORMAT, "has characters that are not text");
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
     * Whether bytes are text in UTF-8 by the standard: each character in its shortest form, and no half of a surrogate
     * pair.
     */
    public static boolean isUtf8(byte[] bytes) {
        int ascii = 0;
        while (ascii < bytes.length && bytes[ascii] >= 0) {
            ascii++;
        }
        return ascii == bytes.length || isUtf8(Unpooled.wrappedBuffer(bytes, ascii, bytes.length - ascii));
    }

    /** Whether the readable bytes of a buffer are text in UTF-8. It does not consume them. */
    public static boolean isUtf8(ByteBuf bytes) {
        return ByteBufUtil.isText(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Returns a parameter's name for an error message. The client may have invented the name, so a long one is cut and
     * a malformed one is replaced by a question mark.
     */
    public static String forDisplay(String name) {
        if (!isStorable(name)) {
            return "?";
        }
        return name.codePointCount(0, name.length()) <= MAX_DISPLAY_LENGTH
                ? name
                : name.substring(0, name.offsetByCodePoints(0, MAX_DISPLAY_LENGTH)) + "…";
    }

    static void requireStorable(JsonNode node) {
        if (node.isString()) {
            requireStorable(node.stringValue());
        }
        for (var property : node.properties()) {
            requireStorable(property.getKey());
        }
        for (JsonNode inner : node) {
            requireStorable(inner);
        }
    }
}
