package encore.api.browserlogin.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form, with its label. Hints and errors stand between the label and the field, and programs that read a
 * page aloud read them with the field.
 *
 * @param hint helps to fill the field in; null when the label says enough
 * @param attributes of the input, without its name
 */
public record FormField(String name, String label, @Nullable String hint, Map<String, String> attributes) {

    public static FormField of(String name, String label, Map<String, String> attributes) {
        return new FormField(name, label, null, attributes);
    }

    public FormField withHint(String newHint) {
        return new FormField(name, label, newHint, attributes);
    }

    /** Returns this field with attributes that need no value. */
    public FormField with(String... flags) {
        Map<String, String> all = new TreeMap<>(attributes);
        for (String flag : flags) {
            all.put(flag, "");
        }
        return new FormField(name, label, hint, all);
    }

    public FormField withValue(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return this;
        }
        Map<String, String> all = new TreeMap<>(attributes);
        all.put("value", value);
        return new FormField(name, label, hint, all);
    }

    /** Returns the field, with the error if it is about this field. */
    Markup markup(@Nullable PageError error) {
        String message = error != null && name.equals(error.field()) ? error.sentence() : null;
        Map<String, String> all = new TreeMap<>(attributes);
        all.put("id", name);
        all.put("name", name);
        List<Markup> parts = new ArrayList<>();
        parts.add(Markup.element("label", Map.of("for", name), Markup.text(label)));
        List<String> descriptions = new ArrayList<>();
        if (hint != null) {
            descriptions.add(name + "-hint");
            parts.add(Markup.element("p", Map.of("class", "hint", "id", name + "-hint"), Markup.text(hint)));
        }
        if (message != null) {
            descriptions.add(name + "-error");
            all.put("aria-invalid", "true");
            all.put("autofocus", "");
            parts.add(Markup.element(
                    "p", Map.of("class", "error", "id", name + "-error", "role", "alert"), Markup.text(message)));
        }
        if (!descriptions.isEmpty()) {
            all.put("aria-describedby", String.join(" ", descriptions));
        }
        parts.add(Markup.element("input", all));
        return Markup.element("div", Map.of("class", "field"), parts.toArray(Markup[]::new));
    }
}
