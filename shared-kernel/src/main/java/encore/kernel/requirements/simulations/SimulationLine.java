package encore.kernel.requirements.simulations;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line of a simulation: first the fans, then the end. */
public sealed interface SimulationLine {

    /**
     * A fan. First come the fans who would get it, in the order in which they would. Then come those who have it and would
     * not get it.
     *
     * @param position the position at which the fan came to meet the rule; for a lost one that at which the fan got it
     * @param time the time of the deed. Of a chain of effects it is the time of the first deed
     * @param causes the positions of the events that led to it, ascending
     * @param change null for a quest or reward that does not exist
     */
    record SimulatedFan(
            long fanId,
            long position,
            @WireTime(WireTime.Form.BOTH) Instant time,
            List<Long> causes,
            @Nullable Change change)
            implements SimulationLine {
        public SimulatedFan {
            causes = List.copyOf(causes);
        }
    }

    /**
     * The last line. Without it, the simulation is incomplete.
     *
     * @param fans how many fans would get it
     * @param points the points that they would get
     * @param limitReachedAt the stamp of the event at which the last place or code was taken; null if some are left
     */
    record SimulationEnd(
            long fans,
            long points,
            @WireTime(WireTime.Form.BOTH) @Nullable Instant limitReachedAt) implements SimulationLine {}

    /** The difference between the simulation and the fans who have it. */
    enum Change {
        /** The fan has it, and would get it. */
        KEPT,
        /** The fan would get it, and has it not. */
        GAINED,
        /** The fan has it, and would not get it. */
        LOST;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
