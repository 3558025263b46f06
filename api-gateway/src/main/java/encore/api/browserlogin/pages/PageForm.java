package encore.api.browserlogin.pages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the content of one form. An error that is about no field of it stands above the form. */
public final class PageForm {

    private final String path;
    private final @Nullable PageError error;
    private final List<Markup> content = new ArrayList<>();
    private boolean showsError;

    /** Begins a form that is posted to a path. */
    public PageForm(String path, @Nullable PageError error) {
        this.path = path;
        this.error = error;
    }

    public PageForm add(Markup... parts) {
        content.addAll(Arrays.asList(parts));
        return this;
    }

    public PageForm add(FormField field) {
        showsError |= error != null && field.name().equals(error.field());
        content.add(field.markup(error));
        return this;
    }

    /** Adds values that the form sends again. */
    public PageForm hidden(Map<String, String> values) {
        values.forEach((name, value) ->
                content.add(Markup.element("input", Map.of("type", "hidden", "name", name, "value", value))));
        return this;
    }

    /** Adds the button that the Enter key presses. */
    public PageForm firstButton(String name, String value, String label) {
        content.add(
                Markup.element("button", Map.of("name", name, "value", value, "class", "first"), Markup.text(label)));
        return this;
    }

    /** Adds a button that needs the fields of the form. */
    public PageForm button(String name, String value, String label) {
        content.add(Markup.element("button", Map.of("name", name, "value", value), Markup.text(label)));
        return this;
    }

    /** Adds a button that leaves the step, whatever the fields contain. */
    public PageForm exit(String name, String value, String label) {
        Map<String, String> attributes = Map.of("name", name, "value", value, "formnovalidate", "");
        content.add(Markup.element("button", attributes, Markup.text(label)));
        return this;
    }

    /** Adds the button that leaves the whole form. It is the least prominent one. */
    public PageForm lastExit(String name, String value, String label) {
        Map<String, String> attributes = Map.of("name", name, "value", value, "formnovalidate", "", "class", "last");
        content.add(Markup.element("button", attributes, Markup.text(label)));
        return this;
    }

    /** Returns the error, unless a field shows it, and the form. */
    public Markup[] markup() {
        Markup form = Markup.element("form", Map.of("method", "post", "action", path), content.toArray(Markup[]::new));
        return error == null || showsError
                ? new Markup[] {form}
                : new Markup[] {
                    Markup.element("p", Map.of("class", "alert", "role", "alert"), Markup.text(error.sentence())), form
                };
    }
}
