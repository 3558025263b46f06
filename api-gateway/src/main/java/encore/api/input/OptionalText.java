package encore.api.input;

import encore.kernel.names.Blanks;
import org.jspecify.annotations.Nullable;

/** Reads texts that a client may leave out. */
public final class OptionalText {

    private OptionalText() {}

    /** Returns null for blank text, as if it was omitted. */
    public static @Nullable String blankToNull(@Nullable String text) {
        return text == null || Blanks.isBlank(text) ? null : text;
    }
}
