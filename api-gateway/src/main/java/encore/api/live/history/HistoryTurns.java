package encore.api.live.history;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Paces the reading of past events for all followers of a gateway. A few pages are read at a time. Accounts take turns,
 * so a long history delays other accounts by one page. After each page its place rests for as long as the page took, so
 * that a history of any length takes at most half of the time of each place. Used by one thread, that of the scheduler.
 */
public final class HistoryTurns {

    /** Reading takes at most this many threads of the side that answers. */
    private static final int PLACES = 2;

    /** A page that took long because the store was away does not stop the others for as long. */
    private static final Duration MAX_REST = Duration.ofMillis(500);

    private final Scheduler thread;
    private final LongSupplier nanos;
    private final Map<Long, Queue<Supplier<Mono<Void>>>> waiting = new LinkedHashMap<>();
    private int free = PLACES;

    public HistoryTurns(Scheduler thread) {
        this(thread, System::nanoTime);
    }

    HistoryTurns(Scheduler thread, LongSupplier nanos) {
        this.thread = thread;
        this.nanos = nanos;
    }

    /**
     * Reads a page when it is the account's turn. Call it on the scheduler's thread.
     *
     * @param reading begins to read a page; the result completes when the page was delivered
     */
    public void await(long account, Supplier<Mono<Void>> reading) {
        waiting.computeIfAbsent(account, first -> new ArrayDeque<>()).add(reading);
        begin();
    }

    private void begin() {
        while (free > 0 && !waiting.isEmpty()) {
            free--;
            long began = nanos.getAsLong();
            Mono.defer(next())
                    .onErrorComplete()
                    .publishOn(thread)
                    .doFinally(end -> rest(nanos.getAsLong() - began))
                    .subscribe();
        }
    }

    /** Takes the first page of the account whose turn it is. Its next page comes after those of all other accounts. */
    private Supplier<Mono<Void>> next() {
        Map.Entry<Long, Queue<Supplier<Mono<Void>>>> first =
                waiting.entrySet().iterator().next();
        Queue<Supplier<Mono<Void>>> own = first.getValue();
        Supplier<Mono<Void>> reading = own.remove();
        waiting.remove(first.getKey());
        if (!own.isEmpty()) {
            waiting.put(first.getKey(), own);
        }
        return reading;
    }

    private void rest(long taken) {
        thread.schedule(
                () -> {
                    free++;
                    begin();
                },
                Math.min(taken, MAX_REST.toNanos()),
                TimeUnit.NANOSECONDS);
    }
}
