package encore.kernel.fanwagers;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.wagers.WagerId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries about the stakes of fans. A campaign, tab item or wager that is unknown or removed is refused as unknown. */
public sealed interface FanWagerQuery<R> extends Query<R> {

    /** The stakes on a wager, in the order they were placed. */
    record ListFanWagers(long account, long pageTabId, long tabItemId, String wagerUid, Paging.NextKey paging)
            implements FanWagerQuery<Page<FanWager>> {}

    /** One stake on a wager; any other is refused as unknown. */
    record FindFanWager(long account, long pageTabId, long tabItemId, String wagerUid, String fanWagerUid)
            implements FanWagerQuery<FanWager> {}

    /** The stakes of a fan on any wager, in the order they were placed. */
    record FindWagersOfFan(long account, long fanId, Paging.NextKey paging) implements FanWagerQuery<Page<FanWager>> {}

    /** The sums of the stakes on some wagers. Wagers without a stake are left out. */
    record FindWagerTallies(long account, List<WagerId> wagers) implements FanWagerQuery<List<WagerTally>> {
        public FindWagerTallies {
            wagers = List.copyOf(wagers);
        }
    }

    /**
     * The tab items of a campaign with their wagers and the sums of the stakes, by position.
     *
     * @param q words of the title or subtitle, or beginnings of words; null for all
     * @param startDate the first day of activation, in the time zone of the campaign; null for any
     * @param endDate the last day of activation; null for any
     */
    record ListWagerEntries(
            long account,
            long pageTabId,
            @Nullable String q,
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate,
            Instant now,
            Paging.NextKey paging)
            implements FanWagerQuery<Page<WagerEntry>> {}
}
