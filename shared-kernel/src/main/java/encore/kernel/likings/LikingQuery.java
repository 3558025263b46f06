package encore.kernel.likings;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about fans' idols. */
public sealed interface LikingQuery<R> extends Query<R> {

    /** A fan's idols that are there, in the order they became so; or those with a label, or of a uid. */
    record FindFanIdols(
            long account,
            long fanId,
            @Nullable String label,
            @Nullable String idolUid) implements LikingQuery<List<FanIdol>> {}

    /** Asks which idols some fans have, without names. */
    record FindLikings(long account, List<Long> fanIds) implements LikingQuery<List<Liking>> {
        public FindLikings {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** Asks what the idols of the fans of other features' rows are called. */
    record FindNamesOfIdols(long account, List<Long> fanIds) implements LikingQuery<List<NamesOfIdols>> {
        public FindNamesOfIdols {
            fanIds = List.copyOf(fanIds);
        }
    }
}
