package encore.api.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts by keys, each in a window that begins with its first count. It keeps a bounded number of keys in memory.
 *
 * @param <K> the key
 */
public final class WindowCounters<K> {

    private static final int MAX_KEYS = 100_000;

    private final Duration window;
    private final int limit;
    private final Ticker ticker;
    private final Cache<K, Counted> counters;

    /** @param since the time of the first count, by the ticker */
    private record Counted(long since, AtomicInteger count) {}

    public WindowCounters(Duration window, int limit, Ticker ticker) {
        this.window = window;
        this.limit = limit;
        this.ticker = ticker;
        // Runs the cache's maintenance on the calling thread: waking a pool for it costs each call more.
        this.counters = Caffeine.newBuilder()
                .maximumSize(MAX_KEYS)
                .expireAfterWrite(window)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    public boolean isAtLimit(K key) {
        Counted counted = counters.getIfPresent(key);
        return counted != null && counted.count.get() >= limit;
    }

    /** Counts one more; returns whether it is within the limit. Beyond the limit nothing is counted. */
    public boolean tryCount(K key) {
        AtomicInteger count = counted(key).count;
        return count.getAndUpdate(before -> before < limit ? before + 1 : before) < limit;
    }

    /** Counts one more, up to the limit. */
    public void count(K key) {
        counted(key).count.updateAndGet(before -> before < limit ? before + 1 : before);
    }

    /**
     * Takes one count back. The count may fall below zero, by at most the limit: on another gateway the thing was
     * counted that is given back here.
     */
    void giveBack(K key) {
        counted(key).count.updateAndGet(before -> before > -limit ? before - 1 : before);
    }

    /** Returns the time until the window of a key ends. */
    public Duration untilReset(K key) {
        Counted counted = counters.getIfPresent(key);
        return counted == null ? Duration.ZERO : window.minusNanos(ticker.read() - counted.since);
    }

    long size() {
        counters.cleanUp();
        return counters.estimatedSize();
    }

    private Counted counted(K key) {
        return counters.get(key, first -> new Counted(ticker.read(), new AtomicInteger()));
    }
}
