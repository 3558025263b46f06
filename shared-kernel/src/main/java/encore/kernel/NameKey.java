package encore.kernel;

import java.text.Normalizer;
import java.util.Locale;

/** A name in the form in which names are compared. Case, width and surrounding space do not matter. */
public record NameKey(String text) {

    public static NameKey of(String name) {
        return new NameKey(
                Normalizer.normalize(name.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
    }
}
