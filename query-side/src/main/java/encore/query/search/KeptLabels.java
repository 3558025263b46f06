package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.relations.RelationId;
import encore.query.projection.Keyset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores tags or idols: their names, their relations, and the fans who have them. */
final class KeptLabels implements Kept {

    private final KeptFacts facts;
    private final Function<FansOfAccount, Labels> part;
    private final Collection<Named> names;
    private final Collection<Related> relations;
    private final Packed<List<String>> given;

    record Named(long account, String id, String name) {}

    /** Two related labels. */
    record Related(long account, String one, String other) {}

    /** @param what the prefix of the names of the collections */
    KeptLabels(String what, KeptFacts facts, Function<FansOfAccount, Labels> part) {
        this.facts = facts;
        this.part = part;
        this.names = Collection.of(what + "_names", Named.class);
        this.relations = Collection.of(what + "_relations", Related.class);
        this.given = Packed.of(what + "_of_fans", KeptLabels::bytes, KeptLabels::read);
    }

    @Override
    public List<Collection<?>> collections() {
        return List.of(names, relations, given.collection());
    }

    /** @param name null if the label was removed */
    void name(StreamId label, String id, @Nullable String name, Documents.Batch documents) {
        if (name == null) {
            documents.remove(names, label.toString());
        } else {
            documents.put(names, label.toString(), new Named(label.account(), id, name));
        }
    }

    void relate(RelationId relation, boolean together, Documents.Batch documents) {
        if (together) {
            documents.put(
                    relations, relation.toString(), new Related(relation.account(), relation.low(), relation.high()));
        } else {
            documents.remove(relations, relation.toString());
        }
    }

    /** Changes the labels of a fan, unless the fan is erased. */
    void change(FanId fan, List<String> added, List<String> removed, Documents.Batch documents) {
        if (!facts.isKnown(fan, documents)) {
            return;
        }
        List<String> before = given.get(fan, documents);
        List<String> after = Stream.concat(before == null ? Stream.of() : before.stream(), added.stream())
                .distinct()
                .filter(id -> !removed.contains(id))
                .toList();
        if (after.isEmpty()) {
            given.remove(fan, documents);
        } else {
            given.put(fan, after, documents);
        }
    }

    void forget(FanId fan, Documents.Batch documents) {
        given.remove(fan, documents);
    }

    @Override
    public void load(Documents documents, FansInMemory memory) {
        Keyset.byKey(names)
                .all(documents, Where.all())
                .forEach(one -> part.apply(memory.account(one.account())).name(one.id(), one.name()));
        Keyset.byKey(relations)
                .all(documents, Where.all())
                .forEach(two -> part.apply(memory.account(two.account())).relate(two.one(), two.other(), true));
        given.forEach(documents, memory, (account, fan, ids) -> {
            Labels labels = part.apply(account);
            ids.forEach(id -> labels.give(fan, id));
        });
    }

    private static byte[] bytes(List<String> ids) {
        return Bytes.of(out -> {
            out.writeInt(ids.size());
            for (String id : ids) {
                Bytes.text(id, out);
            }
        });
    }

    private static List<String> read(byte[] bytes) {
        return Bytes.read(bytes, in -> {
            int count = in.readInt();
            List<String> ids = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                String id = Bytes.text(in);
                if (id != null) {
                    ids.add(id);
                }
            }
            return ids;
        });
    }
}
