package encore.kernel.campaigns;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about hidden fans. A campaign that is not there, or not any more, is refused as unknown. */
public sealed interface HiddenFanQuery<R> extends Query<R> {

    /** The fans that a campaign's leaderboard leaves out, in the order they were hidden. */
    record ListHiddenFans(long account, long pageTabId, Paging.NextKey paging)
            implements HiddenFanQuery<Page<HiddenFan>> {}

    /** Asks which of some fans a campaign's leaderboard leaves out, whether the campaign is there or not. */
    record FindHiddenAmong(long account, long pageTabId, List<Long> fanIds) implements HiddenFanQuery<List<HiddenFan>> {
        public FindHiddenAmong {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** One of them; any other fan is refused as unknown. */
    record FindHiddenFan(long account, long pageTabId, long fanId) implements HiddenFanQuery<HiddenFan> {}
}
