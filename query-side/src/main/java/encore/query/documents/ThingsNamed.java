package encore.query.documents;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.kernel.StreamId;
import encore.kernel.listednames.ListedNameQuery.FindThingsNamed;
import encore.kernel.listednames.ListedNameQuery.ThingNamed;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Pages of things that are found by their names. The names are asked for; the things are documents under the names of their
 * streams.
 *
 * @param kind the id of the things
 */
public record ThingsNamed(Class<? extends StreamId> kind) {

    private static final QueryGateway QUERY_GATEWAY = QueryGateway.ofCurrentQuery();

    private record Found<T>(String key, T thing) {}

    /**
     * Returns one page, in the order of the names from the found word on.
     *
     * @param paging with the text that a word of the names begins with
     * @param shown returns false for things to skip
     */
    public <T> Page<T> page(
            long account, Collection<T> collection, Predicate<T> shown, NextKey paging, Documents documents) {
        String kindName =
                Objects.requireNonNull(kind.getAnnotation(StreamId.Kind.class)).value();
        int wanted = paging.limit() + 1;
        List<Found<T>> found = new ArrayList<>();
        NextKey next = new NextKey(paging.after(), wanted, paging.q());
        while (true) {
            List<ThingNamed> named = QUERY_GATEWAY.ask(new FindThingsNamed(account, kindName, next));
            Map<String, T> things = documents.getAll(
                    collection, named.stream().map(ThingNamed::stream).toList());
            for (ThingNamed one : named) {
                T thing = things.get(one.stream());
                if (thing != null && shown.test(thing)) {
                    found.add(new Found<>(one.key(), thing));
                }
            }
            if (named.size() < wanted || found.size() >= wanted) {
                return Page.of(
                                found.subList(0, Math.min(found.size(), wanted)),
                                paging.limit(),
                                Found::key,
                                documents.position())
                        .map(Found::thing);
            }
            next = new NextKey(named.getLast().key(), wanted, paging.q());
        }
    }
}
