package encore.kernel.shows.bans;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about the bans of a show. A ban that is over is none. */
public sealed interface BanQuery<R> extends Query<R> {

    /** The bans of a show with names and reasons, oldest first. */
    record FindBans(long account, long pageTabId, Paging.NextKey paging) implements BanQuery<Page<ShowBan>> {}

    /** The ban of one fan; refused as unknown when there is none. */
    record FindBan(long account, long pageTabId, long fanId) implements BanQuery<ShowBan> {}

    /** The bans of a fan from all shows, with the names of the campaigns and the reasons, oldest first. */
    record FindBansOfFan(long account, long fanId) implements BanQuery<List<FanBan>> {}

    /** The places of the bans of a show, oldest first. */
    record FindBanPlaces(long account, long pageTabId, Paging.NextKey paging) implements BanQuery<Page<BanPlace>> {}

    /** The place of the ban of one fan, as a list of one or none. */
    record FindBanPlace(long account, long pageTabId, long fanId) implements BanQuery<List<BanPlace>> {}

    /** The places of the bans of a fan from all shows, oldest first. */
    record FindBanPlacesOfFan(long account, long fanId) implements BanQuery<List<BanPlace>> {}

    /** A ban, by the position of its event: nothing personal is kept beside the log. */
    record BanPlace(long fanId, long position) {}
}
