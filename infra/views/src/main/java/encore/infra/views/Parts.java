package encore.infra.views;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What reads one collection's documents: whole ones, and those {@link Collection#only parts} that are asked for. */
public final class Parts {

    private final Collection<?> whole;
    private final Map<Class<?>, DocumentJson<?>> readers = new ConcurrentHashMap<>();

    public Parts(Collection<?> whole, DocumentJson<?> json) {
        this.whole = whole;
        readers.put(whole.type(), json);
    }

    /** @throws IllegalArgumentException when it is neither this collection nor a part of its documents */
    @SuppressWarnings("unchecked") // Each stands under the type that it reads.
    public <T> DocumentJson<T> reader(Collection<T> collection) {
        if (!whole.name().equals(collection.name()) || !whole.indexes().equals(collection.indexes())) {
            throw stranger(collection);
        }
        DocumentJson<?> known = readers.get(collection.type());
        return (DocumentJson<T>) (known == null ? readers.computeIfAbsent(collection.type(), this::made) : known);
    }

    private DocumentJson<?> made(Class<?> part) {
        mustBePart(part, whole.type());
        return DocumentJson.ofPart(part);
    }

    public static IllegalArgumentException stranger(Collection<?> collection) {
        return new IllegalArgumentException("Not a collection of this projection: " + collection.name());
    }

    /** A name that the whole does not have would read as null for ever. */
    static void mustBePart(Class<?> part, Class<?> whole) {
        if (!part.isRecord() || !whole.isRecord()) {
            throw new IllegalArgumentException(part.getName() + " is no part of " + whole.getName());
        }
        for (RecordComponent component : part.getRecordComponents()) {
            Class<?> there = type(whole, component.getName());
            if (component.getType() != there) {
                mustBePart(component.getType(), there);
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
