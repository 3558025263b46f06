package encore.api.shows.hls;

import encore.infra.backend.egress.EgressFailure;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.web.util.UriUtils;

/**
 * The variables that a manifest defines by EXT-X-DEFINE, if their values are known. A value may come from the query of the
 * manifest's own address, which players of the copy do not have. So the definition in the copy says the value.
 */
final class ManifestVariables {

    private static final String TAG = "#EXT-X-DEFINE:";
    private static final Pattern ATTRIBUTE = Pattern.compile("(NAME|VALUE|QUERYPARAM)=\"([^\"]*)\"");
    private static final Pattern REFERENCE = Pattern.compile("\\{\\$([A-Za-z0-9_-]+)}");

    /** A quoted value cannot carry these. A player would take {$ for the beginning of a variable. */
    private static final Pattern NO_VALUE = Pattern.compile("[\"\\r\\n]|\\{\\$");

    private final String query;
    private final Map<String, String> values = new HashMap<>();

    /** @param query the query of the manifest's address, without a question mark */
    ManifestVariables(String query) {
        this.query = query;
    }

    static boolean isDefinition(String line) {
        return line.startsWith(TAG);
    }

    /**
     * Reads a definition, and returns it with the value of a query parameter. An imported variable stays as it is.
     *
     * @throws EgressFailure when the query has no such parameter, or one that a quoted value cannot carry
     */
    String define(String line) {
        Map<String, String> attributes = new HashMap<>();
        String written = ATTRIBUTE.matcher(line).replaceAll(found -> {
            if (!found.group(1).equals("QUERYPARAM")) {
                String value = resolve(found.group(2));
                attributes.put(found.group(1), value);
                return Matcher.quoteReplacement(found.group(1) + "=\"" + value + "\"");
            }
            String value = queryValue(found.group(2));
            attributes.put("NAME", found.group(2));
            attributes.put("VALUE", value);
            return Matcher.quoteReplacement("NAME=\"" + found.group(2) + "\",VALUE=\"" + value + "\"");
        });
        String name = attributes.get("NAME");
        String value = attributes.get("VALUE");
        if (name != null && value != null) {
            values.put(name, value);
        }
        return written;
    }

    /** Writes the values of variables into a text. References to variables without a known value stay. */
    String resolve(String text) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }

    private String queryValue(String name) {
        try {
            return Stream.of(query.split("&"))
                    .map(parameter -> parameter.split("=", 2))
                    .filter(parameter ->
                            parameter.length == 2 && decoded(parameter[0]).equals(name))
                    .map(parameter -> decoded(parameter[1]))
                    .findFirst()
                    .filter(value -> !NO_VALUE.matcher(value).find())
                    .orElseThrow(() -> new EgressFailure(EgressFailure.Kind.UNEXPECTED));
        } catch (IllegalArgumentException malformed) {
            throw new EgressFailure(EgressFailure.Kind.UNEXPECTED);
        }
    }

    private static String decoded(String text) {
        return UriUtils.decode(text, StandardCharsets.UTF_8);
    }
}
