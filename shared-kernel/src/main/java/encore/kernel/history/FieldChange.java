package encore.kernel.history;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A field that an event set.
 *
 * @param field the name of the event's component in snake_case
 * @param before null when it had no value, when the event states a fact and replaces nothing, and when it is withheld
 * @param after null when it has no value any more, and when it is withheld
 * @param withheld the reason why values are missing; null if none is missing
 */
public record FieldChange(
        String field,
        @Nullable JsonNode before,
        @Nullable JsonNode after,
        @Nullable Withheld withheld) {

    /** The reason why a value is not shown. */
    public enum Withheld {
        /** The person whose value it was is erased: nobody can read it any more. */
        ERASED,
        /** The value is personal, and the caller does not see contacts. */
        CONTACT,
        /** The value is a secret, a code, or derived from one. */
        SECRET,
        /** The value before was set too long ago to be looked for. */
        TOO_FAR_BACK
    }
}
