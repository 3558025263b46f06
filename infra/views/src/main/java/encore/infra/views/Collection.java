package encore.infra.views;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named set of documents of one type, owned by one projection. Documents are records, stored as JSON with the
 * components' own names; an Instant is stored as milliseconds since 1970.
 *
 * @param content what the type holds where it is generic ({@code Listed<Venue>}), else null
 * @param indexes every find and count walks one of these: a scan fails
 */
public record Collection<T>(
        String name, Class<T> type, @Nullable Class<?> content, List<Index> indexes) {

    public Collection {
        indexes = List.copyOf(indexes);
    }

    public static <T> Collection<T> of(String name, Class<T> type, Index... indexes) {
        return new Collection<>(name, type, null, List.of(indexes));
    }

    /**
     * The same documents, of which a reader looks at a part: what it leaves out is passed over as they are read, and costs
     * next to nothing. Only whole documents are written.
     *
     * @param part a record of some of the type's components, under their names
     */
    public <P> Collection<P> only(Class<P> part) {
        Parts.mustBePart(part, type);
        return new Collection<>(name, part, null, indexes);
    }
}
