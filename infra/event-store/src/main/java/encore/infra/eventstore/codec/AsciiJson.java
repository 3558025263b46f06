package encore.infra.eventstore.codec;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON strings without a mapper, as long as they are ASCII and need no escapes. Most personal values
 * are such text.
 */
final class AsciiJson {

    private AsciiJson() {}

    /** Returns the text as a JSON string, or null when a mapper must write it. */
    static byte @Nullable [] write(String text) {
        byte[] json = new byte[text.length() + 2];
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (!isPlain(one)) {
                return null;
            }
            json[i + 1] = (byte) one;
        }
        json[0] = '"';
        json[json.length - 1] = '"';
        return json;
    }

    /** Returns the text of a JSON string, or null when a mapper must read it. */
    static @Nullable String read(byte[] json) {
        int end = json.length - 1;
        if (end < 1 || json[0] != '"' || json[end] != '"') {
            return null;
        }
        for (int i = 1; i < end; i++) {
            if (!isPlain(json[i])) {
                return null;
            }
        }
        return new String(json, 1, end - 1, StandardCharsets.ISO_8859_1);
    }

    private static boolean isPlain(int one) {
        return one >= ' ' && one < 0x7f && one != '"' && one != '\\';
    }
}
