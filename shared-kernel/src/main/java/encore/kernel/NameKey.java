package encore.kernel;

import encore.kernel.names.Blanks;
import java.text.Normalizer;
import java.util.Locale;

/** A name in the form in which names are compared. Case, width and surrounding space do not matter. */
public record NameKey(String text) {

    /** Returns the form of a claim. It never changes, since the log contains claims. */
    public static NameKey of(String name) {
        return new NameKey(
                Normalizer.normalize(name.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
    }

    /** Returns the form in which queries compare: that of the name without any {@link Blanks space} around it. */
    public static NameKey compared(String name) {
        return of(Blanks.trim(name));
    }
}
