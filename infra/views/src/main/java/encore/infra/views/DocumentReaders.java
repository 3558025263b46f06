package encore.infra.views;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The JSON readers of one collection: for whole documents, and for {@link Collection#only parts} of them. */
public final class DocumentReaders {

    private final Collection<?> whole;
    private final Map<Class<?>, DocumentJson<?>> readers = new ConcurrentHashMap<>();

    public DocumentReaders(Collection<?> whole, DocumentJson<?> json) {
        this.whole = whole;
        readers.put(whole.type(), json);
    }

    /**
     * Returns the reader for a collection or a part of its documents.
     *
     * @throws IllegalArgumentException when the argument is neither this collection nor a part of its documents
     */
    @SuppressWarnings("unchecked") // Each reader is stored under the type that it reads.
    public <T> DocumentJson<T> reader(Collection<T> collection) {
        if (!whole.name().equals(collection.name()) || !whole.indexes().equals(collection.indexes())) {
            throw unknownCollection(collection);
        }
        DocumentJson<?> known = readers.get(collection.type());
        return (DocumentJson<T>)
                (known == null ? readers.computeIfAbsent(collection.type(), this::createReader) : known);
    }

    private DocumentJson<?> createReader(Class<?> part) {
        requirePart(part, whole.type());
        return DocumentJson.forPart(part);
    }

    public static IllegalArgumentException unknownCollection(Collection<?> collection) {
        return new IllegalArgumentException("The projection has no collection " + collection.name());
    }

    /** Refuses a component that the whole document lacks: it would silently read as null. */
    static void requirePart(Class<?> part, Class<?> whole) {
        if (!part.isRecord() || !whole.isRecord()) {
            throw new IllegalArgumentException(part.getName() + " is not a part of " + whole.getName());
        }
        for (RecordComponent component : part.getRecordComponents()) {
            Class<?> wholeType = type(whole, component.getName());
            if (component.getType() != wholeType) {
                requirePart(component.getType(), wholeType);
            }
        }
    }

    private static Class<?> type(Class<?> whole, String name) {
        for (RecordComponent component : whole.getRecordComponents()) {
            if (component.getName().equals(name)) {
                return component.getType();
            }
        }
        throw new IllegalArgumentException(whole.getName() + " has no " + name);
    }
}
