package encore.api.queues;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** Lets a few pieces of asynchronous work run at a time. Others wait for their turn, the first one first, without a thread. */
public final class BoundedWork {

    private final int atATime;
    private final int maxWaiting;

    @GuardedBy("this")
    private final Set<MonoSink<Boolean>> waiting = new LinkedHashSet<>();

    @GuardedBy("this")
    private final Set<MonoSink<Boolean>> running = new LinkedHashSet<>();

    /** @param maxWaiting more work than this is refused */
    public BoundedWork(int atATime, int maxWaiting) {
        this.atATime = atATime;
        this.maxWaiting = maxWaiting;
    }

    /** Does some work in its turn; fails with a {@link RejectedExecutionException} when too much waits. */
    public <T> Mono<T> run(Mono<T> work) {
        return Mono.defer(() -> {
            AtomicReference<@Nullable MonoSink<Boolean>> own = new AtomicReference<>();
            Mono<Boolean> turn = Mono.create(sink -> {
                own.set(sink);
                ask(sink);
            });
            // Work that ends at once would otherwise begin the next one within itself.
            return turn.publishOn(Schedulers.parallel()).flatMap(given -> work).doFinally(end -> leave(own.get()));
        });
    }

    private void ask(MonoSink<Boolean> sink) {
        boolean isGiven;
        synchronized (this) {
            isGiven = running.size() < atATime;
            if (!isGiven && waiting.size() >= maxWaiting) {
                sink.error(new RejectedExecutionException("Too much work waits for its turn"));
                return;
            }
            (isGiven ? running : waiting).add(sink);
        }
        if (isGiven) {
            sink.success(true);
        }
    }

    /** Ends a turn, or the wait for one when the caller has gone. */
    private void leave(@Nullable MonoSink<Boolean> sink) {
        MonoSink<Boolean> next = null;
        synchronized (this) {
            waiting.remove(sink);
            if (running.remove(sink) && !waiting.isEmpty()) {
                next = waiting.iterator().next();
                waiting.remove(next);
                running.add(next);
            }
        }
        if (next != null) {
            next.success(true);
        }
    }
}
