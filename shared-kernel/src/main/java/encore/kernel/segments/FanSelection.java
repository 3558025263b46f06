package encore.kernel.segments;

import encore.kernel.search.FanCriteria;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A selection of fans as a query of the index.
 *
 * @param criteria the criteria without the name
 * @param among the fans to choose from, which match the name; null for all fans
 */
public record FanSelection(FanCriteria criteria, @Nullable List<Long> among) {

    public FanSelection {
        among = among == null ? null : List.copyOf(among);
    }
}
