package encore.api.utilities;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads colours: names of CSS, and {@code rgb} or {@code rrggbb} in hexadecimal digits, with or without {@code #}. */
final class Colours {

    private static final Pattern DIGITS = Pattern.compile("#?([0-9a-f]{3}|[0-9a-f]{6})");
    private static final int SHORT_LENGTH = 3;
    private static final Map<String, Integer> BY_NAME = byName();

    private Colours() {}

    /** Returns the colour as 0xRRGGBB; null for a text that is none. */
    static @Nullable Integer find(String text) {
        String colour = text.strip().toLowerCase(Locale.ROOT);
        Matcher digits = DIGITS.matcher(colour);
        return digits.matches() ? Integer.valueOf(ofDigits(digits.group(1))) : BY_NAME.get(colour);
    }

    private static int ofDigits(String digits) {
        return HexFormat.fromHexDigits(
                digits.length() == SHORT_LENGTH
                        ? digits.chars()
                                .mapToObj(digit -> Character.toString(digit).repeat(2))
                                .collect(Collectors.joining())
                        : digits);
    }

    private static Map<String, Integer> byName() {
        try (InputStream names = Objects.requireNonNull(Colours.class.getResourceAsStream("colours.txt"))) {
            return new String(names.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(line -> line.split(" "))
                    .collect(Collectors.toUnmodifiableMap(line -> line[0], line -> ofDigits(line[1])));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
