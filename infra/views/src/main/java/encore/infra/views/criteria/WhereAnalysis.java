package encore.infra.views.criteria;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@link Where} split into its conjuncts. Every adapter chooses the index for a query by it. */
public final class WhereAnalysis {

    /**
     * Up to this many candidates, a text or distance search fetches and sorts them. With more, an index walk filters
     * documents instead.
     */
    public static final int MAX_SORTED_CANDIDATES = 1_000;

    private final List<Where> parts;
    private final Map<String, Where.Equal> equalities = new HashMap<>();

    public WhereAnalysis(Where where) {
        var conjuncts = new ArrayList<Where>();
        flatten(where, conjuncts);
        parts = List.copyOf(conjuncts);
        for (Where part : parts) {
            if (part instanceof Where.Equal one) {
                equalities.putIfAbsent(one.field(), one);
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

    /** Returns the conditions that a document has to meet, all of them. */
    public List<Where> parts() {
        return parts;
    }

    /** Returns the equality conditions by field. */
    public Map<String, Where.Equal> equalities() {
        return equalities;
    }

    public boolean matchesEverything() {
        return parts.isEmpty();
    }

    /** Returns the condition that a text or geographical index answers, or null. */
    public @Nullable Where searchCondition() {
        return parts.stream()
                .filter(part -> part instanceof Where.Contains || part instanceof Where.Near)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a condition bounds the field. */
    public boolean isBounded(String field) {
        return parts.stream().anyMatch(part -> bounds(part, field));
    }

    public static boolean bounds(Where part, String field) {
        return part instanceof Where.Range range && range.field().equals(field)
                || part instanceof Where.Prefix prefix && prefix.field().equals(field);
    }

    /** Returns the fields that order the answer. A field that is fixed to one value orders nothing. */
    public List<String> ordering(Order order) {
        return order.fields().stream()
                .filter(field -> !equalities.containsKey(field))
                .toList();
    }

    /**
     * Returns the sort values of the last row of the page before.
     *
     * @param after the values of the order's fields, and then the key
     * @return the values of the {@link #ordering} fields in comparable form, and then the key
     */
    public List<@Nullable Object> sortValues(Order order, List<?> after) {
        if (after.size() != order.fields().size() + 1) {
            throw new IllegalArgumentException("\"after\" needs a value for each field of the order, and then the key");
        }
        var values = new ArrayList<@Nullable Object>();
        for (int i = 0; i < order.fields().size(); i++) {
            if (!equalities.containsKey(order.fields().get(i))) {
                values.add(ComparableValue.value(after.get(i)));
            }
        }
        values.add(after.getLast());
        return values;
    }
}
