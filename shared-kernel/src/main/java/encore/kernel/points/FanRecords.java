package encore.kernel.points;

import java.util.List;

/** The positions of a fan's records in the log, ascending. */
public record FanRecords(List<Long> positions) {
    public FanRecords {
        positions = List.copyOf(positions);
    }
}
