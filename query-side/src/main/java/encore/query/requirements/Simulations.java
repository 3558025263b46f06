package encore.query.requirements;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.requirements.simulations.RuleSimulation;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationPortion;
import encore.kernel.requirements.simulations.SimulationQuery.SimulateRule;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.projection.MomentResolver;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Simulates rules, one at a time on a node (ADR 113). Between two portions it keeps what it has folded. Whoever does not
 * ask for the next portion soon loses the place.
 */
@Component
class Simulations implements QueryComponent {

    /** After this time without a request the caller has left. */
    static final Duration MAX_IDLE = Duration.ofSeconds(5);

    private final EventTail tail;
    private final MomentResolver moments;
    private final QueryGateway queryGateway;
    private final LongSupplier nanos;
    private final long mostFacts;
    private final Executor later = CompletableFuture.delayedExecutor(2 * MAX_IDLE.toMillis(), TimeUnit.MILLISECONDS);

    /** The simulation that has the place. */
    @GuardedBy("this")
    private @Nullable RunningSimulation current;

    @GuardedBy("this")
    private boolean isWorking;

    /** The time of the last portion. */
    @GuardedBy("this")
    private long touched;

    @Autowired
    Simulations(EventTail tail, MomentResolver moments, QueryGateway queryGateway) {
        this(tail, moments, queryGateway, System::nanoTime, LogReading.MAX_FACTS);
    }

    Simulations(EventTail tail, MomentResolver moments, QueryGateway queryGateway, LongSupplier nanos, long mostFacts) {
        this.tail = tail;
        this.moments = moments;
        this.queryGateway = queryGateway;
        this.nanos = nanos;
        this.mostFacts = mostFacts;
    }

    @QueryHandler
    SimulationPortion find(SimulateRule query, Moment then) {
        // With this answer the node has read everything that the caller has seen.
        queryGateway.ask(new FindBusiness(query.account(), query.rule().businessId()));
        RunningSimulation mine = enter(query);
        boolean isToGoOn = false;
        try {
            RunningSimulation simulation = mine == null ? begin(query, then) : mine;
            SimulationPortion portion = simulation.next(query.after(), tail);
            isToGoOn = !portion.isLast();
            mine = simulation;
            return portion;
        } finally {
            leave(isToGoOn ? mine : null);
        }
    }

    /** Takes the place. Returns the simulation if it goes on. */
    private synchronized @Nullable RunningSimulation enter(SimulateRule query) {
        boolean isMine = current != null && current.run.equals(query.run());
        if (isWorking || current != null && !isMine && !isIdle()) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "simulation-running",
                    "This node works on another simulation. Try again later.");
        }
        RunningSimulation mine = isMine ? current : null;
        current = null;
        isWorking = true;
        return mine != null && mine.holds(query.after()) ? mine : null;
    }

    @GuardedBy("this")
    private boolean isIdle() {
        return nanos.getAsLong() - touched > MAX_IDLE.toNanos();
    }

    private synchronized void leave(@Nullable RunningSimulation simulation) {
        isWorking = false;
        current = simulation;
        touched = nanos.getAsLong();
        if (simulation != null) {
            later.execute(() -> forget(simulation));
        }
    }

    /** Gives the memory of a simulation back whose caller has left. */
    private synchronized void forget(RunningSimulation simulation) {
        if (current == simulation && isIdle()) {
            current = null;
        }
    }

    private RunningSimulation begin(SimulateRule query, Moment then) {
        SimulatedRule rule = query.rule();
        Moment end = then.isNow() ? moments.resolve(AsOf.of(tail.head())) : then;
        Moment from = query.from() == null ? end : from(query.from());
        if (from.position() > end.position()) {
            throw isAhead();
        }
        long created = query.from() == null && rule.isExisting() ? created(rule) : from.position();
        return new RunningSimulation(
                query.run(), query.account(), new RuleSimulation(rule, from, created, end.position(), mostFacts));
    }

    private Moment from(AsOf from) {
        try {
            return moments.resolve(from);
        } catch (Refusal refusal) {
            throw refusal.kind() == Refusal.Kind.RULE ? isAhead() : refusal;
        }
    }

    private static Refusal isAhead() {
        return new Refusal(
                Refusal.Kind.RULE, "from-lies-ahead", "from", "This moment is not before the end of the simulation.");
    }

    private long created(SimulatedRule rule) {
        List<RecordedEvent> first = tail.readStream(rule.stream(), 0, 1);
        if (first.isEmpty()) {
            throw Refusal.unknown("There is no such quest or reward.");
        }
        return first.getFirst().position();
    }
}
