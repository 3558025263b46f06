package encore.kernel.shows.clicks;

import java.util.List;

/**
 * The totals that did not count.
 *
 * @param late the places of totals, in the command, that came outside the window
 */
public record CountedClicks(List<Integer> late) {

    public CountedClicks {
        late = List.copyOf(late);
    }
}
