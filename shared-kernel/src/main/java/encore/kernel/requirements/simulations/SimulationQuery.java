package encore.kernel.requirements.simulations;

import encore.kernel.Query;
import encore.kernel.time.AsOf;
import org.jspecify.annotations.Nullable;

/** The queries of simulations. */
public sealed interface SimulationQuery<R> extends Query<R> {

    /**
     * The next portion of the fans who would get a quest or a reward. A node works on one simulation at a time, and refuses
     * others as {@code simulation-running}. It keeps its documents for the next portion; a node that has not begun the
     * simulation begins it anew.
     *
     * @param run a fresh id, the same for all portions
     * @param from the moment at which it is made; null for the moment of {@code asOf}
     * @param after the number of lines that were answered before
     * @param asOf the moment up to which the log counts; from the second portion on the position that the first one gave
     */
    record SimulateRule(
            long account,
            String run,
            SimulatedRule rule,
            @Nullable AsOf from,
            long after,
            @Nullable AsOf asOf) implements SimulationQuery<SimulationPortion> {}
}
