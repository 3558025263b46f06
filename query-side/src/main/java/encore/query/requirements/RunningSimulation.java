package encore.query.requirements;

import encore.infra.eventstore.EventTail;
import encore.kernel.requirements.simulations.RuleSimulation;
import encore.kernel.requirements.simulations.SimulationLine;
import encore.kernel.requirements.simulations.SimulationPortion;
import java.time.Duration;
import java.util.List;

/** A simulation between its portions. Used by one thread at a time. */
final class RunningSimulation {

    /** The longest work for one portion. Its caller hears from it, and others get their turn. */
    private static final long PORTION = Duration.ofMillis(800).toNanos();

    private static final int MAX_LINES = 1_000;

    final String run;
    private final long account;
    private final RuleSimulation simulation;

    /** The number of lines that the simulation does not hold any more. */
    private long forgotten;

    RunningSimulation(String run, long account, RuleSimulation simulation) {
        this.run = run;
        this.account = account;
        this.simulation = simulation;
    }

    /** Returns whether it can go on after a number of lines. */
    boolean holds(long after) {
        return after >= forgotten;
    }

    /** Works on until a portion is full, or its time is over. */
    SimulationPortion next(long after, EventTail tail) {
        long end = System.nanoTime() + PORTION;
        forget(after);
        while (!simulation.isOver() && held() < MAX_LINES && System.nanoTime() - end < 0) {
            long read = LogReading.readPage(
                    tail,
                    account,
                    simulation.position(),
                    simulation.until(),
                    simulation.wanted(),
                    event -> simulation.fold(event.event(), event.position(), event.at()));
            simulation.reached(read);
            forget(after);
        }
        int behind = (int) Math.max(0, after - forgotten);
        List<SimulationLine> all = simulation.lines();
        List<SimulationLine> lines =
                List.copyOf(all.subList(Math.min(behind, all.size()), Math.min(all.size(), behind + MAX_LINES)));
        long next = after + lines.size();
        return new SimulationPortion(
                lines, next, simulation.isOver() && next >= forgotten + all.size(), simulation.until());
    }

    private int held() {
        return simulation.lines().size();
    }

    /** Drops lines that were answered before. */
    private void forget(long after) {
        int answered = (int) Math.min(after - forgotten, held());
        if (answered > 0) {
            simulation.lines().subList(0, answered).clear();
            forgotten += answered;
        }
    }
}
