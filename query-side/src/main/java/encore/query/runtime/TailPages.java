package encore.query.runtime;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Reads the tail for one follower; while a page is worked on, the next is fetched, when there is surely one. */
final class TailPages {

    private static final int FULL = 1_000;
    private static final Executor FETCHING = Executors.newFixedThreadPool(
            2, Thread.ofPlatform().daemon().name("projection-fetch-", 0).factory());

    private final EventTail tail;
    private List<Recorded> page = List.of();
    private int used;
    private @Nullable CompletableFuture<List<Recorded>> next;
    private long nextAfter;

    TailPages(EventTail tail) {
        this.tail = tail;
    }

    /** Up to so many events behind a position, as many as there are now. */
    List<Recorded> take(long after, int limit) {
        var taken = new ArrayList<Recorded>();
        while (taken.size() < limit) {
            long from = after + taken.size();
            if (used == page.size() || page.get(used).position() != from + 1) {
                page = read(from);
                used = 0;
                if (page.isEmpty()) {
                    break;
                }
                if (page.getFirst().position() != from + 1) {
                    throw new IllegalStateException("The log has a gap behind " + from);
                }
            }
            int some = Math.min(limit - taken.size(), page.size() - used);
            taken.addAll(page.subList(used, used + some));
            used += some;
        }
        return taken;
    }

    private List<Recorded> read(long after) {
        CompletableFuture<List<Recorded>> fetched = next;
        next = null;
        List<Recorded> read = fetched != null && nextAfter == after ? joined(fetched) : List.of();
        if (read.isEmpty()) {
            // Fetched where the log ended then: there may be more now.
            read = tail.read(after, FULL);
        }
        if (read.size() == FULL) {
            nextAfter = after + FULL;
            long from = nextAfter;
            next = CompletableFuture.supplyAsync(() -> tail.read(from, FULL), FETCHING);
        }
        return read;
    }

    private static List<Recorded> joined(CompletableFuture<List<Recorded>> fetched) {
        try {
            return fetched.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
