package encore.infra.standalone.walk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Finds a value in an answer by its place: names and indexes with dots between, and <code>[name=value]</code> for the
 * first row of a list that has this value.
 */
final class Place {

    private static final Pattern PART = Pattern.compile("\\[([^=\\]]+)=([^\\]]*)]|([^.\\[]+)");

    private Place() {}

    /** Returns the value; a missing node when nothing is there. */
    static JsonNode in(JsonNode answer, String place) {
        JsonNode now = answer;
        Matcher parts = PART.matcher(place);
        while (parts.find()) {
            String name = parts.group(1);
            String value = parts.group(2);
            if (name != null) {
                now = row(now, name, value);
            } else {
                String part = parts.group(3);
                now = now.isArray() && part.matches("\\d+") ? now.path(Integer.parseInt(part)) : now.path(part);
            }
        }
        return now;
    }

    private static JsonNode row(JsonNode rows, String name, String value) {
        return rows.valueStream()
                .filter(row -> text(row.path(name)).equals(value))
                .findFirst()
                .orElse(rows.path("nothing"));
    }

    /** Returns a value as a text: that of a string without quotes. */
    static String text(JsonNode value) {
        return value.isString() ? value.asString() : value.isMissingNode() ? "" : value.toString();
    }
}
