package encore.kernel.hiddenfans;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about hidden fans. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface HiddenFanQuery<R> extends Query<R> {

    /** The hidden fans of a campaign, in the order they were hidden. */
    record ListHiddenFans(long account, long pageTabId, Paging.NextKey paging)
            implements HiddenFanQuery<Page<HiddenFan>> {}

    /** The hidden ones among some fans of a campaign. The campaign need not exist. */
    record FindHiddenAmong(long account, long pageTabId, List<Long> fanIds) implements HiddenFanQuery<List<HiddenFan>> {
        public FindHiddenAmong {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** One hidden fan; any other fan is refused as unknown. */
    record FindHiddenFan(long account, long pageTabId, long fanId) implements HiddenFanQuery<HiddenFan> {}
}
