package encore.kernel.contacts;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code request_uid} of a code: it leads to the request without a look-up table, and says nothing of the contact.
 * Prints as {@code <position>-<uid>}.
 *
 * @param position the position of the request's event in the log
 * @param uid is minted by the gateway and cannot be guessed
 */
public record CodeReference(long position, String uid) {

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,17})-([0-9A-Za-z-]{1,64})");

    /** Returns the reference, or null for a text that is none. */
    public static @Nullable CodeReference parse(String text) {
        var parts = FORM.matcher(text);
        return parts.matches() ? new CodeReference(Long.parseLong(parts.group(1)), parts.group(2)) : null;
    }

    @Override
    public String toString() {
        return position + "-" + uid;
    }
}
