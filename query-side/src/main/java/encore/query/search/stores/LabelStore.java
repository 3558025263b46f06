package encore.query.search.stores;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.relations.RelationId;
import encore.query.documents.Keyset;
import encore.query.search.facets.LabelFacet;
import encore.query.search.facts.FactEncoding;
import encore.query.search.index.AccountFanIndex;
import encore.query.search.index.FanIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores tags or idols: their names, their relations, and the fans who have them. */
public final class LabelStore implements FacetStore {

    private final FanFactsStore facts;
    private final Function<AccountFanIndex, LabelFacet> facet;
    private final Collection<LabelName> names;
    private final Collection<LabelRelation> relations;
    private final FanBuckets<List<String>> labelsOfFans;

    record LabelName(long account, String id, String name) {}

    /** Two related labels. */
    record LabelRelation(long account, String one, String other) {}

    /** @param prefix the prefix of the names of the collections */
    public LabelStore(String prefix, FanFactsStore facts, Function<AccountFanIndex, LabelFacet> facet) {
        this.facts = facts;
        this.facet = facet;
        this.names = Collection.of(prefix + "_names", LabelName.class);
        this.relations = Collection.of(prefix + "_relations", LabelRelation.class);
        this.labelsOfFans = FanBuckets.of(prefix + "_of_fans", LabelStore::encode, LabelStore::decode);
    }

    @Override
    public List<Collection<?>> collections() {
        return List.of(names, relations, labelsOfFans.collection());
    }

    /** @param name null if the label was removed */
    public void putName(StreamId label, String id, @Nullable String name, Documents.Batch documents) {
        if (name == null) {
            documents.remove(names, label.toString());
        } else {
            documents.put(names, label.toString(), new LabelName(label.account(), id, name));
        }
    }

    public void putRelation(RelationId relation, boolean related, Documents.Batch documents) {
        if (related) {
            documents.put(
                    relations,
                    relation.toString(),
                    new LabelRelation(relation.account(), relation.low(), relation.high()));
        } else {
            documents.remove(relations, relation.toString());
        }
    }

    /** Changes the labels of a fan, unless the fan is erased. */
    public void changeLabels(FanId fan, List<String> added, List<String> removed, Documents.Batch documents) {
        if (!facts.isKnown(fan, documents)) {
            return;
        }
        List<String> previous = labelsOfFans.get(fan, documents);
        List<String> after = Stream.concat(previous == null ? Stream.of() : previous.stream(), added.stream())
                .distinct()
                .filter(id -> !removed.contains(id))
                .toList();
        if (after.isEmpty()) {
            labelsOfFans.remove(fan, documents);
        } else {
            labelsOfFans.put(fan, after, documents);
        }
    }

    public void forget(FanId fan, Documents.Batch documents) {
        labelsOfFans.remove(fan, documents);
    }

    @Override
    public void load(Documents documents, FanIndex fanIndex) {
        Keyset.byKey(names)
                .all(documents, Where.all())
                .forEach(one -> facet.apply(fanIndex.account(one.account())).setName(one.id(), one.name()));
        Keyset.byKey(relations)
                .all(documents, Where.all())
                .forEach(two -> facet.apply(fanIndex.account(two.account())).setRelated(two.one(), two.other(), true));
        labelsOfFans.forEach(documents, fanIndex, (account, fan, ids) -> {
            LabelFacet labelFacet = facet.apply(account);
            ids.forEach(id -> labelFacet.addLabel(fan, id));
        });
    }

    private static byte[] encode(List<String> ids) {
        return FactEncoding.encode(out -> {
            out.writeInt(ids.size());
            for (String id : ids) {
                FactEncoding.text(id, out);
            }
        });
    }

    private static List<String> decode(byte[] bytes) {
        return FactEncoding.decode(bytes, in -> {
            int count = in.readInt();
            List<String> ids = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                String id = FactEncoding.text(in);
                if (id != null) {
                    ids.add(id);
                }
            }
            return ids;
        });
    }
}
