package encore.kernel;

import java.text.Normalizer;
import java.util.Locale;

/**
 * A name as names are compared where they shall not be mistaken for one another: case, width and space around it do not
 * matter.
 */
public record NameKey(String text) {

    public static NameKey of(String name) {
        return new NameKey(
                Normalizer.normalize(name.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
    }
}
