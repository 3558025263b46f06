package encore.kernel.imports;

import java.util.Locale;

/** The kinds of records that an import brings. */
public enum ImportKind {
    FANS,
    POINTS,
    PURCHASES,
    TICKETS,
    ACTIVITIES;

    /** Returns the spelling in paths and answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
