package encore.infra.views;

import encore.infra.views.criteria.Index;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named set of documents of one type, owned by one projection. Documents are records. They are stored as JSON under
 * the components' own names; an Instant is stored as milliseconds since 1970.
 *
 * @param content the type argument where the document type is generic ({@code CatalogueEntry<Venue>}), else null
 * @param indexes every find and every count walks one of these; a scan is refused
 * @param isAddedLater whether a view whose other documents were stored before it is right as it is
 */
public record Collection<T>(
        String name, Class<T> type, @Nullable Class<?> content, List<Index> indexes, boolean isAddedLater) {

    public Collection {
        indexes = List.copyOf(indexes);
    }

    public static <T> Collection<T> of(String name, Class<T> type, Index... indexes) {
        return new Collection<>(name, type, null, List.of(indexes), false);
    }

    /**
     * Returns this collection as one that its projection got later. It has documents of events alone that earlier builds
     * could not record, so no view is rebuilt because of it.
     */
    public Collection<T> addedLater() {
        return new Collection<>(name, type, content, indexes, true);
    }

    /**
     * Returns this collection for a reader that needs only some components of its documents. The parser skips the other
     * components, which costs next to nothing. Only whole documents can be written.
     *
     * @param part a record of some of the type's components, under the same names
     */
    public <P> Collection<P> only(Class<P> part) {
        DocumentReaders.requirePart(part, type);
        return new Collection<>(name, part, null, indexes, isAddedLater);
    }
}
