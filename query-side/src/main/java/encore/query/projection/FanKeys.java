package encore.query.projection;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.fans.FanId;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which of a projection's documents are a fan's, some few, so that they go with the fan. A handler cannot look for them
 * otherwise: while a version is filled no index can be walked (ADR 22).
 */
public final class FanKeys {

    private final Collection<OfFan> collection;

    /** The keys of one fan's documents, oldest first. */
    record OfFan(List<String> keys) {

        OfFan {
            keys = List.copyOf(keys);
        }
    }

    private FanKeys(String name) {
        collection = Collection.of(name, OfFan.class);
    }

    /** @param name of the collection, one more of the projection's shape */
    public static FanKeys of(String name) {
        return new FanKeys(name);
    }

    public Collection<?> collection() {
        return collection;
    }

    /** Answers whether it was not the fan's yet. */
    public boolean add(FanId fan, String key, Documents.Batch documents) {
        List<String> before = of(fan, documents);
        if (before.contains(key)) {
            return false;
        }
        List<String> after = Stream.concat(before.stream(), Stream.of(key)).toList();
        documents.put(collection, fan.toString(), new OfFan(after));
        return true;
    }

    public void remove(FanId fan, String key, Documents.Batch documents) {
        List<String> left =
                of(fan, documents).stream().filter(each -> !each.equals(key)).toList();
        if (left.isEmpty()) {
            documents.remove(collection, fan.toString());
        } else {
            documents.put(collection, fan.toString(), new OfFan(left));
        }
    }

    public List<String> of(FanId fan, Documents documents) {
        OfFan known = documents.get(collection, fan.toString());
        return known == null ? List.of() : known.keys();
    }

    /** Forgets all of a fan's, and tells which they were. */
    public List<String> forget(FanId fan, Documents.Batch documents) {
        List<String> keys = of(fan, documents);
        documents.remove(collection, fan.toString());
        return keys;
    }
}
