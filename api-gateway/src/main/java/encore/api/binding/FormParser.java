package encore.api.binding;

import encore.api.problems.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses {@code name=value&name=value} and accepts nothing but valid UTF-8. */
final class FormParser {

    private FormParser() {}

    static Map<String, List<String>> parse(String raw, int limit) {
        return parse(raw.getBytes(StandardCharsets.UTF_8), limit);
    }

    static Map<String, List<String>> parse(byte[] raw, int limit) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        int count = 0;
        int start = 0;
        while (start <= raw.length) {
            int end = indexOf(raw, (byte) '&', start, raw.length);
            if (end > start) {
                if (++count > limit) {
                    throw tooManyParameters(limit);
                }
                int equals = indexOf(raw, (byte) '=', start, end);
                String name = decode(raw, start, equals);
                String value = equals < end ? decode(raw, equals + 1, end) : "";
                if (!name.isEmpty()) {
                    values.computeIfAbsent(name, n -> new ArrayList<>(1)).add(value);
                }
            }
            start = end + 1;
        }
        return values;
    }

    static Problem tooManyParameters(int limit) {
        return Problem.unreadable("too-many-parameters", "At most " + limit + " parameters are read.");
    }

    private static int indexOf(byte[] raw, byte wanted, int from, int to) {
        int at = from;
        while (at < to && raw[at] != wanted) {
            at++;
        }
        return at;
    }

    private static String decode(byte[] raw, int from, int to) {
        boolean plain = true;
        for (int i = from; i < to && plain; i++) {
            plain = raw[i] >= 0x20 && raw[i] != '%' && raw[i] != '+';
        }
        if (plain) {
            return new String(raw, from, to - from, StandardCharsets.ISO_8859_1);
        }
        byte[] decoded = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = raw[i];
            if (b == '+') {
                b = ' ';
            } else if (b == '%') {
                int high = i + 2 <= to - 1 ? Character.digit(raw[i + 1], 16) : -1;
                int low = i + 2 <= to - 1 ? Character.digit(raw[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw Problem.unreadable("broken-encoding", "Two hexadecimal digits must follow each %.");
                }
                b = (byte) (high << 4 | low);
                i += 2;
            }
            decoded[length++] = b;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded, 0, length))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw Problem.unreadable("broken-encoding", "Parameters must be encoded as UTF-8.");
        }
    }
}
