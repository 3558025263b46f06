package encore.kernel.webhooks;

import encore.kernel.names.EventNames;
import java.util.List;

/**
 * A selection of event types.
 *
 * @param text a type, or the beginning of types with a star, such as {@code fan_*}
 */
public record EventPattern(String text) {

    /** Selects every type. */
    public static final String ALL = "*";

    /** Returns whether one of the patterns selects a type. */
    public static boolean anyMatches(List<String> patterns, String eventType) {
        for (String pattern : patterns) {
            if (matches(pattern, eventType)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String eventType) {
        int last = pattern.length() - 1;
        return last >= 0 && pattern.charAt(last) == '*'
                ? eventType.startsWith(pattern.substring(0, last))
                : eventType.equals(pattern);
    }

    /** Returns whether a pattern selects at least one type of event of this build. */
    public static boolean isKnown(String pattern) {
        return EventNames.all().stream().anyMatch(new EventPattern(pattern)::matches);
    }

    /** Returns whether this pattern selects a type. */
    public boolean matches(String eventType) {
        return matches(text, eventType);
    }
}
