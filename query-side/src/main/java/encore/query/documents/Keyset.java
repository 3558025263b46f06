package encore.query.documents;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Walks one collection in the order of one of its indexes: by the documents' keys, or by a field and then the key. The
 * four styles of paging are parts of this walk and differ in how they write a position: {@code <id>}, or {@code
 * <value>_<id>} where a field comes first. The keys of documents that are paged are numbers ({@link #key}).
 */
public final class Keyset<T> {

    private static final long WIDTH = 10_000_000_000_000_000L;
    private static final int FETCH_SIZE = 500;

    /** Sorts after every key of a document. */
    private static final String LAST_KEY = "~";

    /** Sorts before every key of a document. */
    private static final String FIRST_KEY = "";

    private final Collection<T> collection;
    private final @Nullable String field;
    private final ToLongFunction<T> number;
    private final LongFunction<Object> value;
    private final boolean unique;
    private final boolean descending;

    private Keyset(
            Collection<T> collection,
            @Nullable String field,
            ToLongFunction<T> number,
            LongFunction<Object> value,
            boolean unique,
            boolean descending) {
        this.collection = collection;
        this.field = field;
        this.number = number;
        this.value = value;
        this.unique = unique;
        this.descending = descending;
    }

    public static <T> Keyset<T> byKey(Collection<T> collection) {
        return new Keyset<>(collection, null, document -> 0, Long::valueOf, false, false);
    }

    public static <T> Keyset<T> byNumber(Collection<T> collection, String field, ToLongFunction<T> number) {
        return new Keyset<>(collection, field, number, Long::valueOf, false, false);
    }

    /**
     * Walks by the field {@code position}, which is unique among the walked documents. A page key consists of it alone,
     * whatever the documents' keys are.
     */
    public static <T> Keyset<T> byPosition(Collection<T> collection, ToLongFunction<T> position) {
        return new Keyset<>(collection, "position", position, Long::valueOf, true, false);
    }

    public static <T> Keyset<T> byTime(Collection<T> collection, String field, Function<T, Instant> time) {
        return new Keyset<>(
                collection,
                field,
                document -> time.apply(document).toEpochMilli(),
                Instant::ofEpochMilli,
                false,
                false);
    }

    /** Returns the same walk in descending order. */
    public Keyset<T> descending() {
        return inDirection(true);
    }

    private Keyset<T> inDirection(boolean down) {
        return new Keyset<>(collection, field, number, value, unique, down);
    }

    /**
     * Returns a number as a document's key, with a fixed length so that keys sort as numbers. A number that cannot be
     * an id gives a key that no document has.
     */
    public static String key(long number) {
        return number < 0 || number >= WIDTH
                ? "none"
                : Long.toString(WIDTH + number).substring(1);
    }

    /**
     * A position in the walk.
     *
     * @param number the field's value, 0 where the walk is by key alone
     */
    public record KeysetPosition(long number, String key) {}

    /** Returns all documents. They are fetched in pages as the stream is read. */
    public Stream<T> all(Documents documents, Where where) {
        return all(documents, where, FETCH_SIZE);
    }

    /**
     * Returns all documents, fetched in pages of the given size.
     *
     * @param pageSize smaller for large documents, because a page is in memory as a whole
     */
    public Stream<T> all(Documents documents, Where where, int pageSize) {
        return walk(documents, where, null, pageSize, pageSize).map(Row::document);
    }

    public Page<T> page(Documents documents, Where where, Paging paging) {
        return page(documents, where, paging, row -> true);
    }

    /**
     * Returns one page of the rows that pass a filter.
     *
     * @param filter returns false for rows to skip
     */
    public Page<T> page(Documents documents, Where where, Paging paging, Predicate<Row<T>> filter) {
        if (paging instanceof Paging.NextKey next && next.q() != null) {
            throw new IllegalArgumentException("A walk finds nothing by its name");
        }
        Keyset<T> directed = paging instanceof Paging.IdWindow window ? inDirection(window.min() == null) : this;
        KeysetPosition end = end(paging);
        Comparator<KeysetPosition> comparator = directed.order();
        int wanted = paging.limit() + 1;
        List<Row<T>> found = directed.walk(
                        documents, where, directed.start(paging), wanted, Math.max(wanted, FETCH_SIZE))
                .takeWhile(row -> end == null || comparator.compare(position(row), end) < 0)
                .filter(filter)
                .limit(wanted)
                .toList();
        return directed.page(found, paging, documents.position());
    }

    /**
     * Returns one page of rows that were found in another way, in any order. No more rows than the page has are kept.
     */
    public Page<T> page(Stream<Row<T>> rows, Paging paging, long position) {
        KeysetPosition start = start(paging);
        Comparator<KeysetPosition> comparator = order();
        Comparator<Row<T>> order = Comparator.comparing(this::position, comparator);
        var first = new PriorityQueue<>(order.reversed());
        rows.filter(row -> start == null || comparator.compare(position(row), start) > 0)
                .forEach(row -> {
                    first.add(row);
                    if (first.size() > paging.limit() + 1) {
                        first.remove();
                    }
                });
        return page(first.stream().sorted(order).toList(), paging, position);
    }

    private Page<T> page(List<Row<T>> found, Paging paging, long position) {
        return Page.of(found, paging.limit(), row -> format(row, paging), position)
                .map(Row::document);
    }

    /** Returns the end of the page before, or null for the first page. */
    public @Nullable KeysetPosition start(Paging paging) {
        return switch (paging) {
            case Paging.Search search -> parse(search.after());
            case Paging.NextKey next -> parse(next.after());
            case Paging.IdWindow window -> positionOfId(window.min() == null ? window.max() : window.min());
            case Paging.TimeKeys times -> positionOfTime(times.min());
        };
    }

    /** Returns the documents' keys as numbers, ascending, after a given one. No documents are read. */
    public List<Long> keys(Documents documents, Where where, long after, int limit) {
        return documents.keys(collection, where, new Order(List.of(), false), List.of(key(after)), limit).stream()
                .map(Long::valueOf)
                .toList();
    }

    private static @Nullable KeysetPosition end(Paging paging) {
        return switch (paging) {
            case Paging.IdWindow window -> window.min() == null ? null : positionOfId(window.max());
            case Paging.TimeKeys times -> positionOfTime(times.max());
            default -> null;
        };
    }

    private static @Nullable KeysetPosition positionOfId(@Nullable Long id) {
        return id == null ? null : new KeysetPosition(0, key(id));
    }

    private static @Nullable KeysetPosition positionOfTime(@Nullable String text) {
        if (text == null) {
            return null;
        }
        TimeKey key = TimeKey.parse(text);
        return new KeysetPosition(key.time().toEpochMilli(), key(key.number()));
    }

    private @Nullable KeysetPosition parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            if (unique) {
                return new KeysetPosition(Long.parseLong(text), descending ? FIRST_KEY : LAST_KEY);
            }
            int separator = text.indexOf('_');
            String id = text.substring(separator + 1);
            return new KeysetPosition(
                    field == null ? 0 : Long.parseLong(text, 0, separator, 10), key(Long.parseLong(id)));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw TimeKey.malformed();
        }
    }

    private String format(Row<T> row, Paging paging) {
        long value = number.applyAsLong(row.document());
        if (unique) {
            return Long.toString(value);
        }
        long id = Long.parseLong(row.key());
        return paging instanceof Paging.TimeKeys
                ? new TimeKey(Instant.ofEpochMilli(value), id).toString()
                : field == null ? Long.toString(id) : value + "_" + id;
    }

    private KeysetPosition position(Row<T> row) {
        return new KeysetPosition(number.applyAsLong(row.document()), row.key());
    }

    private Comparator<KeysetPosition> order() {
        Comparator<KeysetPosition> ascending =
                Comparator.comparingLong(KeysetPosition::number).thenComparing(KeysetPosition::key);
        return descending ? ascending.reversed() : ascending;
    }

    private record Fetched<T>(List<Row<T>> rows, int size) {}

    /** @param maxSize the size to which fetches grow, so that a filter may skip many rows with few fetches */
    private Stream<Row<T>> walk(
            Documents documents, Where where, @Nullable KeysetPosition start, int firstSize, int maxSize) {
        return Stream.iterate(
                        new Fetched<>(find(documents, where, start, firstSize), firstSize),
                        fetched -> !fetched.rows().isEmpty(),
                        fetched -> next(documents, where, fetched, maxSize))
                .flatMap(fetched -> fetched.rows().stream());
    }

    private Fetched<T> next(Documents documents, Where where, Fetched<T> fetched, int maxSize) {
        int size = Math.min(maxSize, 2 * fetched.size());
        return new Fetched<>(
                fetched.rows().size() < fetched.size()
                        ? List.of()
                        : find(documents, where, position(fetched.rows().getLast()), size),
                size);
    }

    private List<Row<T>> find(Documents documents, Where where, @Nullable KeysetPosition start, int pageSize) {
        Order order = new Order(field == null ? List.of() : List.of(field), descending);
        List<?> after = start == null
                ? null
                : field == null ? List.of(start.key()) : List.of(value.apply(start.number()), start.key());
        return documents.find(collection, where, order, after, pageSize);
    }
}
