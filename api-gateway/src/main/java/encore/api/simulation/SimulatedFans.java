package encore.api.simulation;

import encore.api.problems.Ids;
import encore.api.wire.NdjsonLines;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.kernel.Refusal;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationLine;
import encore.kernel.requirements.simulations.SimulationPortion;
import encore.kernel.requirements.simulations.SimulationQuery.SimulateRule;
import encore.kernel.time.AsOf;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Answers simulations line by line, portion after portion. */
@Component
public class SimulatedFans {

    /** The time for which a later portion waits for a node that works on another simulation. */
    private static final Retry WAIT = Retry.fixedDelay(60, Duration.ofMillis(500))
            .filter(SimulatedFans::isRunning)
            .onRetryExhaustedThrow((retry, signal) -> signal.failure());

    private final Backend backend;

    SimulatedFans(Backend backend) {
        this.backend = backend;
    }

    /**
     * Returns the fans who would complete a quest or get a reward.
     *
     * @param rule the rule of the quest or reward
     * @param from the moment from which the rule is in force; null for the moment of {@code asOf}
     */
    public NdjsonLines<SimulationLine> of(
            Caller caller, Mono<SimulatedRule> rule, @Nullable AsOf from, @Nullable AsOf asOf) {
        String run = Ids.uid();
        return new NdjsonLines<>(rule.flatMapMany(simulated -> portion(
                        caller, new SimulateRule(caller.account(), run, simulated, from, 0, asOf))
                .expand(portion -> portion.isLast()
                        ? Mono.empty()
                        : portion(
                                        caller,
                                        new SimulateRule(
                                                caller.account(),
                                                run,
                                                simulated,
                                                from,
                                                portion.next(),
                                                AsOf.of(portion.position())))
                                .retryWhen(WAIT))
                .concatMapIterable(SimulationPortion::lines, 1)));
    }

    private Mono<SimulationPortion> portion(Caller caller, SimulateRule query) {
        return backend.ask(caller, query).contextWrite(Pace.STREAM::addTo);
    }

    private static boolean isRunning(Throwable failure) {
        return failure instanceof Refusal refusal && refusal.type().equals("simulation-running");
    }
}
