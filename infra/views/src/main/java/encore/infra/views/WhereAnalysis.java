package encore.infra.views;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@link Where} taken apart, as every adapter looks at it to find the index that answers it. */
public final class WhereAnalysis {

    /** Up to so many candidates of a text or distance search are fetched and sorted; more are met on a walk. */
    public static final int FEW = 1_000;

    private final List<Where> parts;
    private final Map<String, Where.Equal> equal = new HashMap<>();

    public WhereAnalysis(Where where) {
        var conjuncts = new ArrayList<Where>();
        flatten(where, conjuncts);
        parts = List.copyOf(conjuncts);
        for (Where part : parts) {
            if (part instanceof Where.Equal one) {
                equal.putIfAbsent(one.field(), one);
            }
        }
    }

    private static void flatten(Where where, List<Where> into) {
        if (where instanceof Where.And(List<Where> all)) {
            all.forEach(part -> flatten(part, into));
        } else {
            into.add(where);
        }
    }

    /** Returns what must all hold. */
    public List<Where> parts() {
        return parts;
    }

    /** The fields with one wanted value. */
    public Map<String, Where.Equal> equal() {
        return equal;
    }

    public boolean wantsEverything() {
        return parts.isEmpty();
    }

    /** The part that a text or geographical index answers, or null. */
    public @Nullable Where searched() {
        return parts.stream()
                .filter(part -> part instanceof Where.Contains || part instanceof Where.Near)
                .findFirst()
                .orElse(null);
    }

    /** Whether some part keeps the field between bounds. */
    public boolean isBounded(String field) {
        return parts.stream().anyMatch(part -> bounds(part, field));
    }

    public static boolean bounds(Where part, String field) {
        return part instanceof Where.Range range && range.field().equals(field)
                || part instanceof Where.Prefix prefix && prefix.field().equals(field);
    }

    /** The fields that order the answer: one with one wanted value orders nothing. */
    public List<String> ordering(Order order) {
        return order.fields().stream()
                .filter(field -> !equal.containsKey(field))
                .toList();
    }

    /**
     * Returns where the last answer ended.
     *
     * @param after the values of the order's fields, and then the key
     * @return the values of the {@link #ordering} fields as they are compared, and then the key
     */
    public List<@Nullable Object> place(Order order, List<?> after) {
        if (after.size() != order.fields().size() + 1) {
            throw new IllegalArgumentException("After has the order's values and then the key");
        }
        var place = new ArrayList<@Nullable Object>();
        for (int i = 0; i < order.fields().size(); i++) {
            if (!equal.containsKey(order.fields().get(i))) {
                place.add(ComparableValue.value(after.get(i)));
            }
        }
        place.add(after.getLast());
        return place;
    }
}
