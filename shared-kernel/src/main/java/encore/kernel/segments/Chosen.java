package encore.kernel.segments;

import encore.kernel.fans.FanCriteria;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fans as the index is asked for them.
 *
 * @param criteria all but the name
 * @param among only these, those of the name; null for all
 */
public record Chosen(FanCriteria criteria, @Nullable List<Long> among) {

    public Chosen {
        among = among == null ? null : List.copyOf(among);
    }
}
