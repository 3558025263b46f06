package encore.kernel.browserlogin;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The code that a browser login brings to its redirect_url: it leads to the event of its issue without a look-up table, and
 * says nothing of the fan. Prints as {@code <position>-<uid>}.
 *
 * @param position the position of that event in the log
 * @param uid is minted by the gateway and cannot be guessed
 */
public record BrowserCode(long position, String uid) {

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,17})-([0-9a-f-]{36})");

    /** Returns the code, or null for a text that is none. */
    public static @Nullable BrowserCode parse(String text) {
        var parts = FORM.matcher(text);
        return parts.matches() ? new BrowserCode(Long.parseLong(parts.group(1)), parts.group(2)) : null;
    }

    /** Returns the code as the browser brings it. It opens a session, so it is written nowhere else. */
    public String text() {
        return position + "-" + uid;
    }

    @Override
    public String toString() {
        return "BrowserCode";
    }
}
