package encore.infra.eventstore.codec;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text as JSON without a mapper, as far as it is ASCII and nothing in it is escaped: most of what is personal is. */
final class PlainText {

    private PlainText() {}

    /** Null when a mapper has to write it. */
    static byte @Nullable [] written(String text) {
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

    /** Null when a mapper has to read it. */
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
