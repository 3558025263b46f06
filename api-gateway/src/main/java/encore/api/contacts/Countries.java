package encore.api.contacts;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Normalizes countries to their two-letter codes. English names of countries are accepted as well. The names are those of a
 * file of ours, because the names that the JDK knows change with its version.
 */
public final class Countries {

    private static final Pattern MARKS = Pattern.compile("\\p{M}");
    private static final Pattern APOSTROPHES = Pattern.compile("[\u2018\u2019\u02BC`]");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private static final Map<String, String> CODES = codes();

    private Countries() {}

    /**
     * Returns the code of {@code country_code}. Null stays null (not given), and blank becomes empty (to be cleared).
     */
    public static @Nullable String code(@Nullable String given) {
        return code(given, "country_code");
    }

    /** Does the same for a parameter of another name, which a problem then names. */
    public static @Nullable String code(@Nullable String given, String field) {
        if (given == null || Blanks.isBlank(given)) {
            return given == null ? null : "";
        }
        String code = CODES.get(key(Blanks.trim(given)));
        if (code == null) {
            throw Problem.input(field, ErrorCode.VALUE, "must be the two letters of a country, or its English name");
        }
        return code;
    }

    /** Returns the form in which names are compared. */
    private static String key(String name) {
        String plain = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD))
                .replaceAll("")
                .toLowerCase(Locale.ROOT)
                .replace("&", " and ");
        return SPACES.matcher(APOSTROPHES.matcher(plain).replaceAll("'"))
                .replaceAll(" ")
                .strip();
    }

    /** Returns the codes by the keys of all names. A name of two countries is left out. */
    private static Map<String, String> codes() {
        Map<String, String> codes = new HashMap<>();
        Set<String> ofTwo = new HashSet<>();
        for (String line : lines()) {
            String[] names = line.split("\t");
            String code = names[0];
            for (String name : names) {
                String other = codes.putIfAbsent(key(name), code);
                if (other != null && !other.equals(code)) {
                    ofTwo.add(key(name));
                }
            }
        }
        codes.keySet().removeAll(ofTwo);
        return Map.copyOf(codes);
    }

    private static List<String> lines() {
        try (InputStream file = Objects.requireNonNull(Countries.class.getResourceAsStream("countries.tsv"));
                BufferedReader in = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
