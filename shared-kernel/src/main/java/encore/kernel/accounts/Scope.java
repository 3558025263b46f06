package encore.kernel.accounts;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Names what a key may be good for; each endpoint names one of these (spec 1, 5). */
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

    /** As it is written on the wire and in events. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All of them, as words. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Scope::word).toList();
    }
}
