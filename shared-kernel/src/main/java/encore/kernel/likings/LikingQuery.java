package encore.kernel.likings;

import encore.kernel.Query;
import encore.kernel.time.Days;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about fans' idols. */
public sealed interface LikingQuery<R> extends Query<R> {

    /**
     * The existing idols of a fan, in the order in which the fan got them.
     *
     * @param label limits the answer to idols with this label; null for any
     * @param idolUid limits the answer to this idol; null for any
     */
    record FindFanIdols(
            long account,
            long fanId,
            @Nullable String label,
            @Nullable String idolUid) implements LikingQuery<List<FanIdol>> {}

    /** The likings of some fans, without names of idols. */
    record FindLikings(long account, List<Long> fanIds) implements LikingQuery<List<Liking>> {
        public FindLikings {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** The names of the idols of some fans, for the rows of other features. */
    record FindIdolNamesOfFans(long account, List<Long> fanIds) implements LikingQuery<List<IdolNamesOfFan>> {
        public FindIdolNamesOfFans {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * How often fans got some idols on some days, for each idol that any got, in no order. It counts every time that an
     * idol was added to a fan, also to fans that were erased since.
     *
     * @param idolUids limits the answer to these idols; empty for all
     */
    record CountNewIdolFans(long account, List<String> idolUids, Days days) implements LikingQuery<List<NewIdolFans>> {
        public CountNewIdolFans {
            idolUids = List.copyOf(idolUids);
        }
    }

    /** How often fans got an idol. */
    record NewIdolFans(String idolUid, long count) {}
}
