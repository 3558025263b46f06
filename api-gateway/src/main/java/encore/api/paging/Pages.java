package encore.api.paging;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.Page;
import encore.kernel.Paging;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The spellings of paging on the wire. A controller keeps its spelling in a static field, where the docs find it too.
 */
public final class Pages {

    /** How a time key looks: {@code <unix_time>_<milliseconds>_<id>}. */
    public static final String TIME_KEY = "\\d{1,12}_\\d{1,3}_\\d{1,16}";

    private Pages() {}

    /** By {@code min_<id>} and {@code max_<id>}, which the answer's meta names again, with the order. */
    public static Window window(String id) {
        return new Window(id);
    }

    /** By a key that meta names while more rows follow. */
    public static Next next(String key) {
        return new Next(key, false);
    }

    /** By a key that meta always names. */
    public static Next always(String key) {
        return new Next(key, true);
    }

    /** By time keys: meta names {@code min_<key>}, {@code max_<key>} and count. */
    public static Times times(String key) {
        return new Times(key);
    }

    /**
     * Every row of a query without a limit, page by page, none held: answer it as a bare array.
     *
     * @param ask asks for the page behind a key (null at the start); its {@link Page#last()} leads to the next
     */
    public static <T> Flux<T> all(Function<@Nullable String, Mono<Page<T>>> ask) {
        return Mono.defer(() -> ask.apply(null))
                .expand(page -> page.more() && page.last() != null ? ask.apply(page.last()) : Mono.empty())
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
            // An empty page echoes the bounds asked for, so that the next call can send them again.
            meta.put("min_" + id, low != null ? Long.valueOf(low) : asked.min());
            meta.put("max_" + id, high != null ? Long.valueOf(high) : asked.max());
            return new Listing<>(new WindowMeta(meta), page.rows());
        }
    }

    /**
     * Next keys.
     *
     * @param always whether meta names one on the last page too, for who comes again later
     */
    public record Next(String key, boolean always) {

        public <T> Listing<NextMeta, T> answer(Paging.NextKey asked, Page<T> page) {
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            meta.put("page_size", asked.limit());
            if (always || page.more()) {
                // An empty page echoes the key.
                meta.put(key, page.last() == null ? asked.after() : page.last());
            }
            meta.put("count", page.rows().size());
            return new Listing<>(new NextMeta(meta), page.rows());
        }
    }

    /** Time keys. */
    public record Times(String key) {

        public <T> Listing<TimesMeta, T> answer(Paging.TimeKeys asked, Page<T> page) {
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            // An empty page returns the key sent: the caller goes on from there the next time.
            meta.put("min_" + key, page.first() != null ? page.first() : asked.min());
            meta.put("max_" + key, page.last() != null ? page.last() : asked.min());
            meta.put("count", page.rows().size());
            return new Listing<>(new TimesMeta(meta), page.rows());
        }
    }

    /** The meta of an id window; its names depend on the id. */
    public record WindowMeta(@JsonValue Map<String, @Nullable Object> names) {}

    /** The meta of a next key; its names depend on the key. */
    public record NextMeta(@JsonValue Map<String, @Nullable Object> names) {}

    /** The meta of time keys; its names depend on the key. */
    public record TimesMeta(@JsonValue Map<String, @Nullable Object> names) {}

    /** Rows alone, where the spec says 'array'. */
    public static <T> List<T> rows(Page<T> page) {
        return page.rows();
    }
}
