package encore.api.paging;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.infra.backend.Pace;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The forms of paging on the wire. A controller keeps its form in a static field, where the API documentation finds it
 * too.
 */
public final class Pages {

    /** The pattern of a time key: {@code <unix_time>_<milliseconds>_<id>}. */
    public static final String TIME_KEY = "\\d{1,12}_\\d{1,3}_\\d{1,16}";

    /** The pattern of the key of a row: its position in the log. */
    public static final String ROW_KEY = "\\d{1,18}";

    private Pages() {}

    /** Pages by {@code min_<id>} and {@code max_<id>}. The answer's meta repeats them with the order. */
    public static Window window(String id) {
        return new Window(id);
    }

    /** Pages by a key that meta contains while more rows follow. */
    public static Next next(String key) {
        return new Next(key, false);
    }

    /** Pages by a key that meta always contains. */
    public static Next always(String key) {
        return new Next(key, true);
    }

    /** Pages by time keys: meta contains {@code min_<key>}, {@code max_<key>} and count. */
    public static Times times(String key) {
        return new Times(key, "count");
    }

    /** Pages by time keys in either direction: meta contains {@code min_<key>}, {@code max_<key>} and {@code row_count}. */
    public static Times rows(String key) {
        return new Times(key, "row_count");
    }

    /**
     * Returns every row of a query, for an answer without a limit. It asks page by page and holds no earlier pages. The
     * pages after the first give way to others' questions.
     *
     * @param ask asks for the page after a key (null at the start); {@link Page#last()} is the key for the next one
     */
    public static <T> Flux<T> all(Function<@Nullable String, Mono<Page<T>>> ask) {
        return Mono.defer(() -> ask.apply(null))
                .expand(page -> page.more() && page.last() != null
                        ? ask.apply(page.last()).contextWrite(Pace.STREAM::addTo)
                        : Mono.empty())
                .concatMapIterable(Page::rows, 1);
    }

    /** Id windows. */
    public record Window(String id) {

        public <T> Listing<WindowMeta, T> answer(Paging.IdWindow asked, Page<T> page) {
            boolean ascending = asked.min() != null;
            String low = ascending ? page.first() : page.last();
            String high = ascending ? page.last() : page.first();
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            meta.put("order", ascending ? "asc" : "desc");
            // An empty page repeats the requested bounds, so that the next call can send them again.
            meta.put("min_" + id, low != null ? Long.valueOf(low) : asked.min());
            meta.put("max_" + id, high != null ? Long.valueOf(high) : asked.max());
            return new Listing<>(new WindowMeta(meta), page.rows());
        }
    }

    /**
     * Next keys.
     *
     * @param always whether meta contains the key on the last page too, for clients that continue later
     */
    public record Next(String key, boolean always) {

        public <T> Listing<NextMeta, T> answer(Paging.NextKey asked, Page<T> page) {
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            meta.put("page_size", asked.limit());
            if (always || page.more()) {
                // An empty page repeats the requested key.
                meta.put(key, page.last() == null ? asked.after() : page.last());
            }
            meta.put("count", page.rows().size());
            return new Listing<>(new NextMeta(meta), page.rows());
        }
    }

    /**
     * Time keys.
     *
     * @param count the name of the number of rows
     */
    public record Times(String key, String count) {

        /** Answers a page that is descending unless a smallest key was asked for. */
        public <T> Listing<TimesMeta, T> answerEither(Paging.TimeKeys asked, Page<T> page) {
            boolean ascending = asked.min() != null;
            String low = ascending ? page.first() : page.last();
            String high = ascending ? page.last() : page.first();
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            // An empty page repeats the requested keys.
            meta.put("min_" + key, low != null ? low : asked.min());
            meta.put("max_" + key, high != null ? high : asked.max());
            meta.put(count, page.rows().size());
            return new Listing<>(new TimesMeta(meta), page.rows());
        }

        public <T> Listing<TimesMeta, T> answer(Paging.TimeKeys asked, Page<T> page) {
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            // An empty page repeats the requested key, from which the client continues the next time.
            meta.put("min_" + key, page.first() != null ? page.first() : asked.min());
            meta.put("max_" + key, page.last() != null ? page.last() : asked.min());
            meta.put(count, page.rows().size());
            return new Listing<>(new TimesMeta(meta), page.rows());
        }
    }

    /** The meta of an id window; its names depend on the id. */
    public record WindowMeta(@JsonValue Map<String, @Nullable Object> names) {}

    /** The meta of a next key; its names depend on the key. */
    public record NextMeta(@JsonValue Map<String, @Nullable Object> names) {}

    /** The meta of time keys; its names depend on the key. */
    public record TimesMeta(@JsonValue Map<String, @Nullable Object> names) {}
}
