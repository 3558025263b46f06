package encore.api.docs.resources;

import java.util.Locale;

/** The kind of an operation on a resource. A resource has at most one operation of each role except the last. */
enum Role {
    LIST,
    ONE,
    CREATE,
    CHANGE,
    DELETE,
    /** Any other operation, such as the push of an overlay. */
    ACTION;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
