package encore.api.contacts;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Normalizes countries to their two-letter codes. English names of countries are accepted as well. */
public final class Countries {

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
        String code = CODES.get(Blanks.trim(given).toLowerCase(Locale.ROOT));
        if (code == null) {
            throw Problem.input(field, ErrorCode.VALUE, "must be the two letters of a country, or its English name");
        }
        return code;
    }

    private static Map<String, String> codes() {
        Map<String, String> codes = new HashMap<>();
        for (String code : Locale.getISOCountries()) {
            codes.put(code.toLowerCase(Locale.ROOT), code);
            codes.put(Locale.of("", code).getDisplayCountry(Locale.ENGLISH).toLowerCase(Locale.ROOT), code);
        }
        return Map.copyOf(codes);
    }
}
