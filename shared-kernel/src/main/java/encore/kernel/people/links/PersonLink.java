package encore.kernel.people.links;

import encore.kernel.people.PersonId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A link by which a person sets a password, as the person shows it.
 *
 * @param generation its number among the person's links
 * @param token proves that it was made here: an HMAC in Base64
 */
public record PersonLink(PersonId person, int generation, String token) {

    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,18})\\.([A-Za-z0-9-]{1,64})\\.(\\d{1,9})\\.([A-Za-z0-9_-]{1,64})");

    /** Returns the link of a text; null when it has another form. */
    public static @Nullable PersonLink parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? new PersonLink(
                        new PersonId(Long.parseLong(matcher.group(1)), matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        matcher.group(4))
                : null;
    }

    /** Returns the part of the address after {@code #}. No server sees it, and no log. */
    public String text() {
        return person.account() + "." + person.uid() + "." + generation + "." + token;
    }

    /** Returns the whole address. */
    public String url(String address) {
        return address + "?account=" + person.account() + "#" + text();
    }

    @Override
    public String toString() {
        return "PersonLink[" + person + ", " + generation + "]";
    }
}
