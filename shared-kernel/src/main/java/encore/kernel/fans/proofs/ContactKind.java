package encore.kernel.fans.proofs;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kinds of contacts of a fan. Its word is the name of the parameter that carries one. */
public enum ContactKind {
    EMAIL,
    PHONE;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
