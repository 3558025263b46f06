package encore.kernel.accounts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A right that a key may have. Each endpoint requires one of these (spec 1, 5). */
public enum Scope {
    SEGMENTS,
    CRM,
    MISC,
    APPS,
    STREAMS,
    SESSIONS,
    IDOLS,
    REPORTS,
    MANAGE;

    /** Returns the spelling on the wire and in events. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all scopes in their spelling on the wire. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Scope::word).toList();
    }
}
