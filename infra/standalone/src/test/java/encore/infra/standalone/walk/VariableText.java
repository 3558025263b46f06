package encore.infra.standalone.walk;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Texts of steps that still hold variables. */
final class VariableText {

    private static final Pattern VARIABLE = Pattern.compile("\\{\\{(\\w+)}}");

    private VariableText() {}

    /** Returns a text for a URL, in which variables stay what they are. */
    static String escape(String text) {
        var escaped = new StringBuilder();
        Matcher variables = VARIABLE.matcher(text);
        int at = 0;
        while (variables.find()) {
            escaped.append(encode(text.substring(at, variables.start()))).append(variables.group());
            at = variables.end();
        }
        return escaped.append(encode(text.substring(at))).toString();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the values of a list, or the one value. */
    static List<String> each(String text) {
        JsonNode value = value(text);
        return value.isArray()
                ? StreamSupport.stream(WalkCall.value(text).spliterator(), false)
                        .map(Place::text)
                        .toList()
                : List.of(value.isString() && text.startsWith("\"") ? text.substring(1, text.length() - 1) : text);
    }

    /** Returns a text as JSON: as it stands if it is JSON, else as a string. */
    static String asJson(String text) {
        return value(text).isString() && !text.startsWith("\"")
                ? JsonNodeFactory.instance.stringNode(text).toString()
                : text;
    }

    /** Returns what a text is once its variables have values: ids are numbers. */
    private static JsonNode value(String text) {
        return WalkCall.value(
                VARIABLE.matcher(text).replaceAll(found -> found.group(1).endsWith("_id") ? "1" : "x"));
    }

    /** Returns an expression of JavaScript for a text. */
    static String script(String text) {
        var parts = new StringBuilder();
        Matcher variables = VARIABLE.matcher(text);
        int at = 0;
        while (variables.find()) {
            parts.append(quoted(text.substring(at, variables.start())))
                    .append(" + bru.interpolate(")
                    .append(quoted(variables.group()))
                    .append(") + ");
            at = variables.end();
        }
        return parts.append(quoted(text.substring(at))).toString().replaceAll("^\"\" \\+ | \\+ \"\"$", "");
    }

    private static String quoted(String text) {
        return JsonNodeFactory.instance.stringNode(text).toString();
    }
}
