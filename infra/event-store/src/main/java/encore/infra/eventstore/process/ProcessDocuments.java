package encore.infra.eventstore.process;

import encore.infra.eventstore.codec.EventJson;
import encore.kernel.names.StoredNames;
import org.jspecify.annotations.Nullable;

/** The documents of an automation among the entries of its store. */
public final class ProcessDocuments {

    private static final String DOCUMENT = "document/";

    private ProcessDocuments() {}

    /** Returns the beginning of the keys under which documents of a type are stored. */
    public static String prefixOf(Class<?> type) {
        return DOCUMENT + StoredNames.of(type) + "/";
    }

    /** Reads a document as the last commit left it; null for none. */
    public static <T> @Nullable T get(ProcessStore store, Class<T> type, String key) {
        String found = store.get(prefixOf(type) + key);
        return found == null ? null : EventJson.mapper().readValue(found, type);
    }
}
