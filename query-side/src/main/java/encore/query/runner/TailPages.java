package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Stretch;
import encore.infra.eventstore.Wanted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Reads what one follower wants of the tail; while pages are worked on, the next are fetched, when there
 * surely are some.
 */
final class TailPages {

    private static final int FULL = 1_000;

    /** A batch of a version that is filled: reading and decoding go on meanwhile, and not much is held in memory. */
    private static final int AHEAD = 2;

    /** Not on all cores: who reads views is to notice nothing. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private static final Executor FETCHING = Executors.newFixedThreadPool(
            AT_ONCE, Thread.ofPlatform().daemon().name("projection-fetch-", 0).factory());

    private final EventTail tail;
    private final Wanted wanted;
    private final Queue<CompletableFuture<Stretch<Recorded>>> ahead = new ArrayDeque<>();
    private Stretch<Recorded> page = new Stretch<>(List.of(), 0);
    private int used;
    private long at;
    private long fetchedTo;

    TailPages(EventTail tail, Wanted wanted) {
        this.tail = tail;
        this.wanted = wanted;
    }

    /** Takes what happened in so many positions behind this one, or in as many as there are now. */
    Stretch<Recorded> take(long after, int limit) {
        if (after != at) {
            ahead.clear();
            page = new Stretch<>(List.of(), after);
            at = after;
        }
        long wanted = after + limit;
        var taken = new ArrayList<Recorded>();
        while (at < wanted) {
            if (at == page.end()) {
                page = read(at);
                used = 0;
                if (page.end() == at) {
                    break;
                }
            }
            int from = used;
            List<Recorded> events = page.events();
            while (used < events.size() && events.get(used).position() <= wanted) {
                used++;
            }
            taken.addAll(events.subList(from, used));
            at = Math.min(page.end(), wanted);
        }
        return new Stretch<>(taken, at);
    }

    private Stretch<Recorded> read(long after) {
        CompletableFuture<Stretch<Recorded>> fetched = ahead.poll();
        Stretch<Recorded> read = fetched == null ? tail.read(after, FULL, wanted) : joined(fetched);
        if (read.end() < after + FULL) {
            // What was fetched behind it does not follow on.
            ahead.clear();
            return read;
        }
        if (ahead.isEmpty()) {
            fetchedTo = read.end();
        }
        while (ahead.size() < AHEAD && fetchedTo + FULL <= tail.head()) {
            long from = fetchedTo;
            ahead.add(CompletableFuture.supplyAsync(() -> tail.read(from, FULL, wanted), FETCHING));
            fetchedTo += FULL;
        }
        return read;
    }

    private Stretch<Recorded> joined(CompletableFuture<Stretch<Recorded>> fetched) {
        try {
            return fetched.join();
        } catch (CompletionException e) {
            ahead.clear();
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
