package encore.query.documents;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.fans.FanId;
import java.util.List;
import java.util.stream.Stream;

/**
 * The keys of a fan's documents in a projection, so that they can be deleted with the fan. A fan has few of them. A
 * handler has no other way to find them: while a version is filled no index can be walked (ADR 22).
 */
public final class FanDocumentKeys {

    private final Collection<OfFan> collection;

    /**
     * The keys of one fan's documents, oldest first.
     *
     * @param gone whether the fan was erased for good
     */
    record OfFan(List<String> keys, boolean gone) {

        OfFan {
            keys = List.copyOf(keys);
        }
    }

    private FanDocumentKeys(String name) {
        collection = Collection.of(name, OfFan.class);
    }

    /**
     * Creates the collection.
     *
     * @param name the name of the collection, which has to be added to the projection's shape
     */
    public static FanDocumentKeys of(String name) {
        return new FanDocumentKeys(name);
    }

    public Collection<?> collection() {
        return collection;
    }

    /** Adds a key. Returns whether the fan did not have it before. An erased fan gets no keys. */
    public boolean add(FanId fan, String key, Documents.Batch documents) {
        if (isErased(fan, documents)) {
            return false;
        }
        List<String> before = of(fan, documents);
        if (before.contains(key)) {
            return false;
        }
        List<String> after = Stream.concat(before.stream(), Stream.of(key)).toList();
        documents.put(collection, fan.toString(), new OfFan(after, false));
        return true;
    }

    public void remove(FanId fan, String key, Documents.Batch documents) {
        if (isErased(fan, documents)) {
            return;
        }
        List<String> left =
                of(fan, documents).stream().filter(each -> !each.equals(key)).toList();
        if (left.isEmpty()) {
            documents.remove(collection, fan.toString());
        } else {
            documents.put(collection, fan.toString(), new OfFan(left, false));
        }
    }

    public List<String> of(FanId fan, Documents documents) {
        OfFan known = documents.get(collection, fan.toString());
        return known == null ? List.of() : known.keys();
    }

    /** Removes all keys of a fan, and returns them. */
    public List<String> removeAll(FanId fan, Documents.Batch documents) {
        List<String> keys = of(fan, documents);
        documents.remove(collection, fan.toString());
        return keys;
    }

    /**
     * Removes all keys of a fan for good, and returns them. A projection that follows other streams than the fan's own
     * may see one more event of the fan after its end.
     */
    public List<String> erase(FanId fan, Documents.Batch documents) {
        List<String> keys = of(fan, documents);
        documents.put(collection, fan.toString(), new OfFan(List.of(), true));
        return keys;
    }

    public boolean isErased(FanId fan, Documents documents) {
        OfFan known = documents.get(collection, fan.toString());
        return known != null && known.gone();
    }
}
