package encore.query.runtime;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns the four spellings of paging into a walk over one collection: by a number of its own (an id, a position) that no
 * two documents of the wanted set share, or by time and number.
 */
public final class Keyset<T> {

    /** Behind every key, so that a walk goes on after all documents with the same values. */
    private static final String LAST_KEY = Character.toString(Character.MAX_CODE_POINT);

    private final Collection<T> collection;
    private final @Nullable String time;
    private final @Nullable Function<T, Instant> timeOf;
    private final String number;
    private final ToLongFunction<T> numberOf;

    private Keyset(
            Collection<T> collection,
            @Nullable String time,
            @Nullable Function<T, Instant> timeOf,
            String number,
            ToLongFunction<T> numberOf) {
        this.collection = collection;
        this.time = time;
        this.timeOf = timeOf;
        this.number = number;
        this.numberOf = numberOf;
    }

    /** For search cursors, id windows and next keys; the collection has an index that ends with the field. */
    public static <T> Keyset<T> by(Collection<T> collection, String field, ToLongFunction<T> numberOf) {
        return new Keyset<>(collection, null, null, field, numberOf);
    }

    /** For time keys; the collection has an index that ends with both fields. */
    public static <T> Keyset<T> by(
            Collection<T> collection,
            String timeField,
            Function<T, Instant> timeOf,
            String numberField,
            ToLongFunction<T> numberOf) {
        return new Keyset<>(collection, timeField, timeOf, numberField, numberOf);
    }

    public Page<T> page(Documents documents, Where where, Paging.Search paging) {
        return walk(documents, where, Order.ascending(number), number(paging.after()), paging.limit());
    }

    public Page<T> page(Documents documents, Where where, Paging.NextKey paging) {
        return walk(documents, where, Order.ascending(number), number(paging.after()), paging.limit());
    }

    /** Ascending above min; without it descending from below max, or from the newest. */
    public Page<T> page(Documents documents, Where where, Paging.IdWindow paging) {
        if (paging.min() == null) {
            return walk(documents, where, Order.descending(number), paging.max(), paging.limit());
        }
        Where bounded = paging.max() == null ? where : Where.all(where, Where.below(number, paging.max()));
        return walk(documents, bounded, Order.ascending(number), paging.min(), paging.limit());
    }

    private Page<T> walk(Documents documents, Where where, Order order, @Nullable Long after, int limit) {
        Where behind = after == null
                ? where
                : Where.all(where, order.descending() ? Where.below(number, after) : Where.above(number, after));
        List<Row<T>> rows = documents.find(collection, behind, order, null, limit + 1);
        return page(rows, limit, document -> Long.toString(numberOf.applyAsLong(document)), documents.position());
    }

    /**
     * Ascending by time and number.
     *
     * @param passed the first time that an event may still carry: rows from then on wait for the next call, else one
     *     written later in the same millisecond would be missed
     */
    public Page<T> page(Documents documents, Where where, Paging.TimeKeys paging, Instant passed) {
        String timeField = time;
        Function<T, Instant> clock = timeOf;
        if (timeField == null || clock == null) {
            throw new IllegalStateException("This walk has no time");
        }
        var all = new ArrayList<Where>(List.of(where, Where.below(timeField, passed)));
        if (paging.max() != null) {
            TimeKey max = TimeKey.parse(paging.max());
            all.add(new Where.Range(timeField, null, false, max.time(), true));
            all.add(Where.any(
                    Where.below(timeField, max.time()),
                    Where.all(Where.equal(timeField, max.time()), Where.below(number, max.number()))));
        }
        List<?> after = null;
        if (paging.min() != null) {
            TimeKey min = TimeKey.parse(paging.min());
            after = List.of(min.time(), min.number(), LAST_KEY);
        }
        List<Row<T>> rows = documents.find(
                collection, new Where.And(all), Order.ascending(timeField, number), after, paging.limit() + 1);
        return page(
                rows,
                paging.limit(),
                document -> new TimeKey(clock.apply(document), numberOf.applyAsLong(document)).toString(),
                documents.position());
    }

    private static <T> Page<T> page(List<Row<T>> rows, int limit, Function<T, String> key, long position) {
        boolean more = rows.size() > limit;
        List<T> page = rows.stream().limit(limit).map(Row::document).toList();
        return new Page<>(
                page,
                page.isEmpty() ? null : key.apply(page.getFirst()),
                page.isEmpty() ? null : key.apply(page.getLast()),
                more,
                position);
    }

    private static @Nullable Long number(@Nullable String key) {
        try {
            return key == null ? null : Long.valueOf(key);
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private static Refusal malformed() {
        return new Refusal(Refusal.Kind.RULE, "malformed-key", "A page key is malformed.");
    }

    /** {@code <unix_time>_<milliseconds>_<id>}, compared as numbers. */
    private record TimeKey(Instant time, long number) {

        static TimeKey parse(String text) {
            try {
                long[] parts = Arrays.stream(text.split("_", -1))
                        .mapToLong(Long::parseLong)
                        .toArray();
                if (parts.length != 3 || parts[1] < 0 || parts[1] > 999) {
                    throw malformed();
                }
                return new TimeKey(
                        Instant.ofEpochMilli(Math.addExact(Math.multiplyExact(parts[0], 1_000L), parts[1])), parts[2]);
            } catch (NumberFormatException | ArithmeticException e) {
                throw malformed();
            }
        }

        @Override
        public String toString() {
            long millis = time.toEpochMilli();
            return Math.floorDiv(millis, 1_000L) + "_" + Math.floorMod(millis, 1_000L) + "_" + number;
        }
    }
}
