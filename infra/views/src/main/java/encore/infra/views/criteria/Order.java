package encore.infra.views.criteria;

import java.util.List;

/** The order of a walk over one declared index: all its fields and then the key, all ascending or all descending. */
public record Order(List<String> fields, boolean descending) {

    public Order {
        fields = List.copyOf(fields);
    }

    public static Order ascending(String... fields) {
        return new Order(List.of(fields), false);
    }

    public static Order descending(String... fields) {
        return new Order(List.of(fields), true);
    }

    /** Orders by the document's key. */
    public static Order byKey() {
        return new Order(List.of(), false);
    }
}
