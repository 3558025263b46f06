package encore.query.documents;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The things of one kind that accounts keep through {@code manage/}, in order of creation. Either each thing has a stream
 * of its own (businesses, venues, idols) and is stored under its stream's name; or the items of a list share one stream
 * (networks, rooms), are stored under what the list is of and their keys, and are folded from {@link ListEvent}s. A removed
 * thing leaves nothing. Events may come twice.
 */
public final class Catalogue<T> {

    private final Collection<CatalogueEntry<T>> collection;
    private final Keyset<CatalogueEntry<T>> oldestFirst;
    private final @Nullable ThingsNamed named;

    @SuppressWarnings("unchecked") // A class literal has no parameters; the content says them.
    private Catalogue(String name, Class<T> type, List<Index> indexes) {
        collection = new Collection<>(
                name, (Class<CatalogueEntry<T>>) (Class<?>) CatalogueEntry.class, type, indexes, false);
        oldestFirst = Keyset.byPosition(collection, CatalogueEntry::position);
        named = null;
    }

    private Catalogue(Catalogue<T> catalogue, ThingsNamed named) {
        collection = catalogue.collection;
        oldestFirst = catalogue.oldestFirst;
        this.named = named;
    }

    /**
     * Things with a stream each.
     *
     * @param further indexes beside {@code account, position}; the thing's fields are {@code thing.<field>}
     */
    public static <T> Catalogue<T> of(String name, Class<T> type, Index... further) {
        return new Catalogue<>(
                name,
                type,
                Stream.concat(Stream.of(Index.on("account", "position")), Stream.of(further))
                        .toList());
    }

    /**
     * Returns the same catalogue, whose pages are also found by the words of names.
     *
     * @param kind the id of the things, of whose events a component is a {@link
     *     encore.kernel.listednames.ListedName}
     */
    public Catalogue<T> foundByName(Class<? extends StreamId> kind) {
        return new Catalogue<>(this, new ThingsNamed(kind));
    }

    /** Lists of items that share a stream, for {@link #fold}. All lists of a catalogue are of one kind. */
    public static <T extends ListItem> Catalogue<T> ofLists(String name, Class<T> type) {
        return new Catalogue<>(name, type, List.of(Index.on("account", "position"), Index.on("list", "position")));
    }

    /** For the projection's shape, and for its walks of other orders. */
    public Collection<CatalogueEntry<T>> collection() {
        return collection;
    }

    public void add(StreamId id, T thing, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(null, id.account(), id.toString(), thing, recordedEvent, documents);
    }

    private void add(
            @Nullable String list,
            long account,
            String key,
            T thing,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        documents.put(
                collection,
                key,
                new CatalogueEntry<>(
                        list, account, recordedEvent.position(), recordedEvent.at(), recordedEvent.at(), thing));
    }

    /** Does nothing to what is not there. */
    public void change(StreamId id, UnaryOperator<T> change, RecordedEvent recordedEvent, Documents.Batch documents) {
        change(id.toString(), change, recordedEvent, documents);
    }

    private void change(String key, UnaryOperator<T> change, RecordedEvent recordedEvent, Documents.Batch documents) {
        CatalogueEntry<T> before = documents.get(collection, key);
        if (before != null) {
            documents.put(
                    collection,
                    key,
                    new CatalogueEntry<>(
                            before.list(),
                            before.account(),
                            before.position(),
                            before.createdAt(),
                            recordedEvent.at(),
                            change.apply(before.thing())));
        }
    }

    /** Does to a list what its event says. */
    public void fold(ListEvent<? extends T> event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StreamId list = event.list();
        String key = key(list, event.key());
        T after = event.after();
        if (after == null) {
            documents.remove(collection, key);
        } else if (event instanceof ListEvent.Added) {
            add(within(list), list.account(), key, after, recordedEvent, documents);
        } else {
            change(key, before -> after, recordedEvent, documents);
        }
    }

    public void remove(StreamId id, Documents.Batch documents) {
        documents.remove(collection, id.toString());
    }

    public @Nullable CatalogueEntry<T> get(StreamId id, Documents documents) {
        return documents.get(collection, id.toString());
    }

    /** Refuses what is not there as unknown. */
    public CatalogueEntry<T> one(StreamId id, Documents documents) {
        return one(id.toString(), documents);
    }

    /** One item of a list; refuses what is not there as unknown. */
    public CatalogueEntry<T> one(StreamId list, String key, Documents documents) {
        return one(key(list, key), documents);
    }

    private CatalogueEntry<T> one(String key, Documents documents) {
        CatalogueEntry<T> found = documents.get(collection, key);
        if (found == null) {
            throw Refusal.unknown("There is no such thing.");
        }
        return found;
    }

    /** All items of a list, in the order in which they were added. */
    public Stream<CatalogueEntry<T>> all(StreamId list, Documents documents) {
        String within = within(list);
        return within == null ? all(list.account(), documents) : where(Where.equal("list", within), documents);
    }

    private static String key(StreamId list, String key) {
        return owner(list) + "." + key;
    }

    /** The name of a list without its kind: its account, or what it is of in its account. */
    private static String owner(StreamId list) {
        String name = list.toString();
        return name.substring(name.indexOf('.') + 1);
    }

    /** Null for the only list of its account, whose items the account finds. */
    private static @Nullable String within(StreamId list) {
        String owner = owner(list);
        return owner.equals(Long.toString(list.account())) ? null : owner;
    }

    /** Returns the existing things among these ids, in the order of the ids. */
    public List<CatalogueEntry<T>> some(java.util.Collection<? extends StreamId> ids, Documents documents) {
        List<String> keys = ids.stream().map(StreamId::toString).toList();
        Map<String, CatalogueEntry<T>> found = documents.getAll(collection, keys);
        return keys.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    /** All of an account, in order of creation. */
    public Stream<CatalogueEntry<T>> all(long account, Documents documents) {
        return where(Where.equal("account", account), documents);
    }

    /**
     * Returns the matching things in order of creation. It needs an index that begins with the fields of the condition and
     * ends with {@code position}.
     */
    public Stream<CatalogueEntry<T>> where(Where where, Documents documents) {
        return oldestFirst.all(documents, where);
    }

    /** Returns the names of the streams of the matching things, in order of creation. */
    public List<String> names(Where where, Documents documents) {
        return documents.keys(collection, where, Order.ascending("position"), null, Integer.MAX_VALUE);
    }

    /**
     * Returns one page of the things of an account. They are in order of creation, and the key of a page is a position; if
     * they are found by their names, they are in the order of these.
     */
    public Page<CatalogueEntry<T>> page(long account, Paging.NextKey paging, Documents documents) {
        return page(account, thing -> true, paging, documents);
    }

    /**
     * Returns one page of the things of an account that a caller may see, in the same orders.
     *
     * @param shown decides whether a thing may be seen; the page skips the others
     */
    public Page<CatalogueEntry<T>> page(
            long account, Predicate<CatalogueEntry<T>> shown, Paging.NextKey paging, Documents documents) {
        return paging.q() == null
                ? page(Where.equal("account", account), shown, paging, documents)
                : Objects.requireNonNull(named, "The catalogue is not found by names")
                        .page(account, collection, shown, paging, documents);
    }

    /** Returns one page of the matching things, in order of creation. It needs the index that {@link #where} needs. */
    public Page<CatalogueEntry<T>> page(Where where, Paging.NextKey paging, Documents documents) {
        return oldestFirst.page(documents, where, paging);
    }

    /**
     * Returns one page of the matching things that a caller may see, in order of creation.
     *
     * @param shown decides whether a thing may be seen; the page skips the others
     */
    public Page<CatalogueEntry<T>> page(
            Where where, Predicate<CatalogueEntry<T>> shown, Paging.NextKey paging, Documents documents) {
        return oldestFirst.page(documents, where, paging, row -> shown.test(row.document()));
    }
}
