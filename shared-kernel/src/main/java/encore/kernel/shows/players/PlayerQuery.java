package encore.kernel.shows.players;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about all that a fan did in shows. */
public sealed interface PlayerQuery<R> extends Query<R> {

    /** The page_tab_ids of the shows in which a fan did something, or was banned. */
    record FindShowsOfFan(long account, long fanId) implements PlayerQuery<List<Long>> {}

    /** All that a fan did in a show and that was done about it, oldest first. */
    record FindPlayerActions(long account, long pageTabId, long fanId, Paging.NextKey paging)
            implements PlayerQuery<Page<PlayerAction>> {}
}
