package encore.kernel.requirements.simulations;

import java.util.List;

/**
 * The next lines of a simulation.
 *
 * @param next the number of lines up to here, for the next portion
 * @param isLast whether no line follows
 * @param position the position up to which the log is simulated, for the next portion
 */
public record SimulationPortion(List<SimulationLine> lines, long next, boolean isLast, long position) {

    public SimulationPortion {
        lines = List.copyOf(lines);
    }
}
