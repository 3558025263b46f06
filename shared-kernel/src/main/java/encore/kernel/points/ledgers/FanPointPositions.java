package encore.kernel.points.ledgers;

import java.util.List;

/** The positions of a fan's records in the log, ascending. */
public record FanPointPositions(List<Long> positions) {
    public FanPointPositions {
        positions = List.copyOf(positions);
    }
}
