package encore.api.browserlogin.pages;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.web.util.HtmlUtils;

/** HTML. Texts and values of attributes enter it only escaped, so nothing that a caller chose becomes markup. */
public final class Markup {

    private static final Set<String> WITHOUT_CONTENT = Set.of("br", "img", "input", "link", "meta");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private final String html;

    private Markup(String html) {
        this.html = html;
    }

    public static Markup text(String text) {
        return new Markup(escape(text));
    }

    /** Returns a style, which is written as it is. It is the program's own. */
    static Markup style(String css) {
        if (css.contains("<")) {
            throw new IllegalArgumentException("A style could end its element");
        }
        return new Markup("<style>" + css + "</style>");
    }

    /** Returns an element without attributes. */
    public static Markup element(String name, Markup... content) {
        return element(name, Map.of(), content);
    }

    /** @param attributes names that the program chose, and values of any text; an empty value is written as well */
    public static Markup element(String name, Map<String, String> attributes, Markup... content) {
        String inner = List.of(content).stream().map(Markup::toString).collect(Collectors.joining());
        String start = "<" + valid(name) + attributes(attributes) + ">";
        return new Markup(WITHOUT_CONTENT.contains(name) ? start : start + inner + "</" + name + ">");
    }

    private static String attributes(Map<String, String> attributes) {
        return new TreeMap<>(attributes)
                .entrySet().stream()
                        .map(each -> " " + valid(each.getKey()) + "=\"" + escape(each.getValue()) + "\"")
                        .collect(Collectors.joining());
    }

    private static String valid(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Not the name of an element or attribute");
        }
        return name;
    }

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text, "UTF-8");
    }

    @Override
    public String toString() {
        return html;
    }
}
