package encore.api.contacts;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Countries by their two letters; their English names are understood as well. */
public final class Countries {

    private static final Map<String, String> CODES = codes();

    private Countries() {}

    /** Null stays null (not given), and blank becomes empty (to be cleared). */
    public static @Nullable String code(@Nullable String given) {
        return code(given, "country_code");
    }

    /** The same where the call has another name for it. */
    public static @Nullable String code(@Nullable String given, String field) {
        if (given == null || given.isBlank()) {
            return given == null ? null : "";
        }
        String code = CODES.get(given.strip().toLowerCase(Locale.ROOT));
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
