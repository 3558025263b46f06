package encore.query.search;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import encore.kernel.fans.FanId;
import encore.query.projection.Keyset;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A collection of {@link FanPack} with the facts that one feature has about all fans. */
final class Packed<F> {

    private final Collection<FanPack> collection;
    private final Function<F, byte[]> write;
    private final Function<byte[], F> read;

    private Packed(String name, Function<F, byte[]> write, Function<byte[], F> read) {
        this.collection = Collection.of(name, FanPack.class);
        this.write = write;
        this.read = read;
    }

    /** @param name of the collection, which belongs to the projection's shape */
    static <F> Packed<F> of(String name, Function<F, byte[]> write, Function<byte[], F> read) {
        return new Packed<>(name, write, read);
    }

    Collection<?> collection() {
        return collection;
    }

    @Nullable
    F get(FanId fan, Documents documents) {
        FanPack pack = documents.get(collection, FanPack.key(fan));
        byte[] facts = pack == null ? null : pack.of(fan);
        return facts == null ? null : read.apply(facts);
    }

    void put(FanId fan, F facts, Documents.Batch documents) {
        FanPack pack = documents.get(collection, FanPack.key(fan));
        documents.put(
                collection, FanPack.key(fan), (pack == null ? FanPack.EMPTY : pack).with(fan, write.apply(facts)));
    }

    /** Changes the facts of a fan, if there are any. */
    void change(FanId fan, UnaryOperator<F> change, Documents.Batch documents) {
        F before = get(fan, documents);
        if (before != null) {
            put(fan, change.apply(before), documents);
        }
    }

    void remove(FanId fan, Documents.Batch documents) {
        FanPack pack = documents.get(collection, FanPack.key(fan));
        if (pack == null) {
            return;
        }
        FanPack left = pack.without(fan);
        if (left.isEmpty()) {
            documents.remove(collection, FanPack.key(fan));
        } else if (left != pack) {
            documents.put(collection, FanPack.key(fan), left);
        }
    }

    /** Passes on the facts of all fans who are registered and not erased, by their numbers. */
    void forEach(Documents documents, FansInMemory memory, ByNumber.Each<F> each) {
        ByNumber<F> ordered = new ByNumber<>(memory, read, each);
        packs(documents).forEach(ordered::add);
        ordered.end();
    }

    /** @param some decodes a part of the facts */
    <P> void forEach(Documents documents, Function<byte[], P> some, BiConsumer<FanId, P> each) {
        packs(documents).forEach(one -> each.accept(new FanId(one.account(), one.fanId()), some.apply(one.facts())));
    }

    private Stream<FanPack.OfFan> packs(Documents documents) {
        return Keyset.byKey(collection).all(documents, Where.all()).flatMap(pack -> pack.all().stream());
    }
}
