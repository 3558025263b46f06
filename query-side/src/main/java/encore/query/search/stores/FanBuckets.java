package encore.query.search.stores;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanId;
import encore.query.documents.Keyset;
import encore.query.search.facts.FanBucket;
import encore.query.search.index.FanIndex;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A collection of {@link FanBucket} with the facts that one feature has about all fans. */
final class FanBuckets<F> {

    private final Collection<FanBucket> collection;
    private final Function<F, byte[]> write;
    private final Function<byte[], F> read;

    private FanBuckets(String name, Function<F, byte[]> write, Function<byte[], F> read) {
        this.collection = Collection.of(name, FanBucket.class);
        this.write = write;
        this.read = read;
    }

    /** @param name of the collection, which belongs to the projection's shape */
    static <F> FanBuckets<F> of(String name, Function<F, byte[]> write, Function<byte[], F> read) {
        return new FanBuckets<>(name, write, read);
    }

    Collection<?> collection() {
        return collection;
    }

    @Nullable
    F get(FanId fan, Documents documents) {
        FanBucket bucket = documents.get(collection, FanBucket.bucketKey(fan));
        byte[] facts = bucket == null ? null : bucket.get(fan);
        return facts == null ? null : read.apply(facts);
    }

    void put(FanId fan, F facts, Documents.Batch documents) {
        FanBucket bucket = documents.get(collection, FanBucket.bucketKey(fan));
        documents.put(
                collection,
                FanBucket.bucketKey(fan),
                (bucket == null ? FanBucket.EMPTY : bucket).with(fan, write.apply(facts)));
    }

    /** Changes the facts of a fan, if there are any. */
    void change(FanId fan, UnaryOperator<F> change, Documents.Batch documents) {
        F current = get(fan, documents);
        if (current != null) {
            put(fan, change.apply(current), documents);
        }
    }

    void remove(FanId fan, Documents.Batch documents) {
        FanBucket bucket = documents.get(collection, FanBucket.bucketKey(fan));
        if (bucket == null) {
            return;
        }
        FanBucket remaining = bucket.without(fan);
        if (remaining.isEmpty()) {
            documents.remove(collection, FanBucket.bucketKey(fan));
        } else if (remaining != bucket) {
            documents.put(collection, FanBucket.bucketKey(fan), remaining);
        }
    }

    /** Passes on the facts of all fans who are registered and not erased, by their numbers. */
    void forEach(Documents documents, FanIndex fanIndex, FanFactSorter.FactConsumer<F> factConsumer) {
        FanFactSorter<F> ordered = new FanFactSorter<>(fanIndex, read, factConsumer);
        packs(documents).forEach(ordered::add);
        ordered.flush();
    }

    /** @param decoder decodes a part of the facts */
    <P> void forEach(Documents documents, Function<byte[], P> decoder, BiConsumer<FanId, P> each) {
        packs(documents).forEach(one -> each.accept(new FanId(one.account(), one.fanId()), decoder.apply(one.facts())));
    }

    private Stream<FanBucket.FanEntry> packs(Documents documents) {
        return Keyset.byKey(collection).all(documents, Where.all()).flatMap(pack -> pack.entries().stream());
    }
}
