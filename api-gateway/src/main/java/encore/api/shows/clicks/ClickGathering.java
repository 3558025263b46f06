package encore.api.shows.clicks;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.api.problems.Ids;
import encore.api.queues.CommandQueue;
import encore.api.queues.CommandQueue.Priority;
import encore.api.shows.LogClock;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.clicks.ClickCommand;
import encore.kernel.shows.clicks.ClickCommand.CountClicks;
import encore.kernel.shows.clicks.ClickCommand.ReceivedTotal;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickQuery.FindClickTotals;
import encore.kernel.shows.clicks.ClicksId;
import encore.kernel.shows.clicks.CountedClicks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Gathers totals of clicks for half a second, or until there are 1,000, and has them counted by one command. The clicks of
 * many fans are one event, whose actor is the gateway. A caller is answered when the event is durable, with the fan's
 * largest total as it is read at that position.
 */
@Component
class ClickGathering {

    static final Duration INTERVAL = Duration.ofMillis(500);

    /** Totals of all shows that may wait here. */
    static final int MAX_WAITING = 50_000;

    /** The actor of the commands. */
    private static final String ACTOR = "gateway";

    private final Backend backend;
    private final CommandQueue queue;
    private final LogClock logClock;
    private final Scheduler scheduler;
    private final Map<ClickerPush, Gathering> gatherings = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();

    @Autowired
    ClickGathering(Backend backend, CommandQueue queue, LogClock logClock) {
        this(backend, queue, logClock, Schedulers.parallel());
    }

    ClickGathering(Backend backend, CommandQueue queue, LogClock logClock, Scheduler scheduler) {
        this.backend = backend;
        this.queue = queue;
        this.logClock = logClock;
        this.scheduler = scheduler;
    }

    private record ClickerPush(CampaignId campaign, long position) {}

    private record WaitingTotal(ReceivedTotal total, RequestContext context, Sinks.One<CountedTotal> answer) {}

    /** The totals that are sent together. It takes totals until it is closed. */
    private static final class Gathering {

        @GuardedBy("this")
        private final List<WaitingTotal> totals = new ArrayList<>();

        @GuardedBy("this")
        private boolean isClosed;

        @GuardedBy("this")
        private boolean isSent;

        /** Adds a total. Returns how many there are; 0 when it is closed. */
        synchronized int add(WaitingTotal total) {
            if (isClosed) {
                return 0;
            }
            totals.add(total);
            isClosed = totals.size() == ClickCommand.MAX_TOTALS;
            return totals.size();
        }

        /** Closes it and returns the totals to send; empty if they were returned before. */
        synchronized List<WaitingTotal> close() {
            isClosed = true;
            if (isSent) {
                return List.of();
            }
            isSent = true;
            return List.copyOf(totals);
        }
    }

    /** Returns the present time of this gateway's clock. */
    Instant here() {
        return logClock.here();
    }

    /**
     * Counts the total of a fan.
     *
     * @param context the caller's, which learns of the position
     * @param arrivedAt by this gateway's clock
     */
    Mono<CountedTotal> count(
            RequestContext context,
            CampaignId campaign,
            long fanId,
            String clickerInstanceUid,
            long clickCount,
            Instant arrivedAt) {
        long position = ShowUid.CLICKER_INSTANCE
                .position(clickerInstanceUid)
                .orElseThrow(() -> refusal("unknown-clicker", "This show has no such clicker."));
        return logClock.toLogTime(arrivedAt)
                .flatMap(receivedAt -> add(
                        new ClickerPush(campaign, position),
                        new WaitingTotal(new ReceivedTotal(fanId, clickCount, receivedAt), context, Sinks.one())));
    }

    private Mono<CountedTotal> add(ClickerPush push, WaitingTotal total) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return Mono.error(
                    new Refusal(Refusal.Kind.UNAVAILABLE, "busy", "Too many fans do this at the moment: try again."));
        }
        int size;
        Gathering gathering;
        do {
            gathering = gatherings.computeIfAbsent(push, key -> new Gathering());
            size = gathering.add(total);
            if (size == 0) {
                gatherings.remove(push, gathering);
            }
        } while (size == 0);
        if (size == 1) {
            Gathering started = gathering;
            scheduler.schedule(() -> send(push, started), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
        if (size == ClickCommand.MAX_TOTALS) {
            send(push, gathering);
        }
        return total.answer().asMono();
    }

    /** Sends what was gathered, once. */
    private void send(ClickerPush push, Gathering gathering) {
        gatherings.remove(push, gathering);
        List<WaitingTotal> totals = gathering.close();
        if (totals.isEmpty()) {
            return;
        }
        waiting.addAndGet(-totals.size());
        Caller caller = new Caller(push.campaign().account(), ACTOR, RequestContext.defaults());
        var command = new CountClicks(
                new ClicksId(push.campaign(), Ids.uid()),
                push.position(),
                totals.stream().map(WaitingTotal::total).toList());
        queue.send(caller, Priority.ANSWER, command)
                .flatMap(counted -> find(caller, push, totals)
                        .doOnNext(largest -> answer(
                                push, totals, counted, largest, caller.context().position())))
                .subscribe(
                        done -> {},
                        failure -> totals.forEach(each -> each.answer().tryEmitError(failure)));
    }

    private Mono<List<ClickTotal>> find(Caller caller, ClickerPush push, List<WaitingTotal> totals) {
        List<Long> fans = totals.stream().map(each -> each.total().fanId()).toList();
        return backend.ask(
                caller,
                new FindClickTotals(push.campaign().account(), push.campaign().number(), push.position(), fans));
    }

    private static void answer(
            ClickerPush push,
            List<WaitingTotal> totals,
            CountedClicks counted,
            List<ClickTotal> largest,
            long position) {
        Set<Integer> late = new HashSet<>(counted.late());
        String uid = ShowUid.CLICKER_INSTANCE.at(push.position());
        for (int place = 0; place < totals.size(); place++) {
            WaitingTotal total = totals.get(place);
            if (late.contains(place)) {
                total.answer().tryEmitError(refusal("window-closed", "This clicker takes no clicks now."));
            } else {
                total.context().recordPosition(position);
                total.answer()
                        .tryEmitValue(new CountedTotal(uid, largest.get(place).clickCount()));
            }
        }
    }

    private static Refusal refusal(String type, String sentence) {
        return new Refusal(Refusal.Kind.RULE, type, "clicker_instance_uid", sentence);
    }
}
