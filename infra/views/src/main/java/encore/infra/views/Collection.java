package encore.infra.views;

import java.util.List;

/**
 * A named set of documents of one type, owned by one projection. Documents are records, stored as JSON with the
 * components' own names; an Instant is stored as milliseconds since 1970.
 *
 * @param indexes every find and count walks one of these: a scan fails
 */
public record Collection<T>(String name, Class<T> type, List<Index> indexes) {

    public Collection {
        indexes = List.copyOf(indexes);
    }

    public static <T> Collection<T> of(String name, Class<T> type, Index... indexes) {
        return new Collection<>(name, type, List.of(indexes));
    }
}
