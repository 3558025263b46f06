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

    /** Answers whether it was not the fan's yet; an erased one has and gets nothing. */
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

    /** Forgets all of a fan's, and tells which they were. */
    public List<String> forget(FanId fan, Documents.Batch documents) {
        List<String> keys = of(fan, documents);
        documents.remove(collection, fan.toString());
        return keys;
    }

    /** The same for good: who follows other streams than the fan's own may meet one more event of it behind its end. */
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
