package encore.kernel.wagers;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import encore.kernel.campaigns.WagerId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about what fans stake. What it is below is refused as unknown when it is not there. */
public sealed interface FanWagerQuery<R> extends Query<R> {

    /** What fans staked on a wager, in that order. */
    record ListFanWagers(long account, long pageTabId, long tabItemId, String wagerUid, Paging.NextKey paging)
            implements FanWagerQuery<Page<FanWager>> {}

    /** One of them; any other is refused as unknown. */
    record FindFanWager(long account, long pageTabId, long tabItemId, String wagerUid, String fanWagerUid)
            implements FanWagerQuery<FanWager> {}

    /** What a fan staked on any wager, in that order. */
    record FindWagersOfFan(long account, long fanId, Paging.NextKey paging) implements FanWagerQuery<Page<FanWager>> {}

    /** What was staked on some wagers; of one that nobody staked on there is nothing. */
    record FindWagerTallies(long account, List<WagerId> wagers) implements FanWagerQuery<List<WagerTally>> {
        public FindWagerTallies {
            wagers = List.copyOf(wagers);
        }
    }

    /**
     * The tab items of a campaign with their wagers and numbers, by position.
     *
     * @param q words of the title or subtitle, or their beginnings
     * @param startDate the first day on which one may open, in the campaign's time zone; endDate the last
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
