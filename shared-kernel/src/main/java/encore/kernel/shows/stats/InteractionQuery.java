package encore.kernel.shows.stats;

import encore.kernel.Query;
import java.util.List;
import java.util.Map;

/** Queries for what fans did with overlays. */
public sealed interface InteractionQuery<R> extends Query<R> {

    /** The interactions with some pushes of overlays of the account, in the order of the pushes. */
    record FindInteractions(long account, List<Long> overlayPositions) implements InteractionQuery<List<Interactions>> {

        public FindInteractions {
            overlayPositions = List.copyOf(overlayPositions);
        }
    }

    /** How often fans used one push, by the name of the action. */
    record Interactions(long overlayPosition, Map<String, Long> counts) {

        public Interactions {
            counts = Map.copyOf(counts);
        }
    }
}
