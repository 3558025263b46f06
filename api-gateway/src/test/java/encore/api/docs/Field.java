package encore.api.docs;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One parameter, or one field of an answer, as the contract or as openapi.json says it.
 *
 * @param place path, in or out
 * @param type {@code -} where the contract leaves it open
 */
record Field(
        String place,
        String name,
        String type,
        boolean required,
        @Nullable BigDecimal least,
        @Nullable BigDecimal most,
        Set<String> values) {

    Field {
        values = Collections.unmodifiableSet(new TreeSet<>(values));
    }

    boolean isOpen() {
        return type.equals("-");
    }

    /** Tells whether it stands for whatever else there is. */
    boolean isRest() {
        return name.equals("*") || name.endsWith(".*");
    }

    boolean isOut() {
        return place.equals("out");
    }

    /** Tells whether another place and name lie where this one stands, or below it where it is left open. */
    boolean covers(Field other) {
        if (!place.equals(other.place) || (!isOpen() && !name.equals(other.name))) {
            return false;
        }
        if (name.equals(other.name)) {
            return true;
        }
        return name.endsWith("*")
                ? other.name.startsWith(name.substring(0, name.length() - 1))
                : List.of(".", "[", "{").stream().anyMatch(below -> other.name.startsWith(name + below));
    }

    /** Names the style of paging that a parameter shows whose value meta gives, or nothing. */
    static String paging(Collection<Field> fields) {
        for (Field field : fields) {
            String key = field.name();
            String style = switch (key) {
                case "search_uid" -> "search";
                case "min_time_key" -> "times";
                case "cursor" -> "next";
                default -> key.matches("min_\\w+_id") ? "window" : key.matches("next_\\w+_key") ? "next" : "";
            };
            String given = "meta\\." + (style.equals("times") ? "min_(\\w+_)?time_key" : key);
            if (!style.isEmpty()
                    && !field.isOut()
                    && fields.stream()
                            .anyMatch(meta -> meta.isOut() && meta.name().matches(given))) {
                return style;
            }
        }
        return "";
    }
}
