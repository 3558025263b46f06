package encore.kernel.activities;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about activities. */
public sealed interface ActivityQuery<R> extends Query<R> {

    /**
     * Activities by id, with the present data of their fans.
     *
     * @param pageTabId limits the answer to this campaign
     * @param day limits the answer to activities that happened on this UTC day
     * @param withDetails whether rows contain the fan, its identifiers and its idols
     */
    record FindFeed(
            long account,
            @Nullable Long pageTabId,
            @Nullable LocalDate day,
            boolean withDetails,
            Paging.IdWindow paging)
            implements ActivityQuery<Page<FeedActivity>> {}

    /**
     * A fan's activities, newest first; an unknown fan is refused as unknown.
     *
     * @param campaignTitle limits the answer to activities that show this title
     */
    record FindActivitiesOfFan(
            long account, long fanId, @Nullable String campaignTitle, Paging.NextKey paging)
            implements ActivityQuery<Page<Activity>> {}

    /** A campaign's activities without personal data, oldest first; an unknown campaign is refused as unknown. */
    record FindSimpleActivities(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<Activity.Simple>> {}

    /** A campaign's activities, oldest first; an unknown campaign is refused as unknown. */
    record FindEntries(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<Activity.Entry>> {}

    /**
     * The best fans of a campaign. A campaign that is unknown, or has no ranking, is refused.
     *
     * @param showHidden whether to rank hidden fans as well
     */
    record FindCampaignLeaderboard(long account, long pageTabId, boolean showHidden, int limit)
            implements ActivityQuery<List<CampaignRank>> {}

    /** The best entry of each fan in a campaign, the best first. */
    record FindBestEntries(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<CampaignStanding>> {}

    /** The sum of points that each fan has from a campaign, the largest first. */
    record FindPointSums(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<CampaignStanding>> {}

    /**
     * The number of activities of each title, and of each property of its activities, in the order of first occurrence.
     */
    record FindActivityStats(
            long account,
            @Nullable String campaignTitle,
            @Nullable String propertyName) implements ActivityQuery<List<ActivityCount>> {}

    /** Positions of activities in the log. */
    record FindActivityRows(long account, @Nullable Long pageTabId, Paging.IdWindow paging)
            implements ActivityQuery<Page<ActivityRow>> {}

    /**
     * Positions of the activities of a UTC day in the log.
     *
     * @param stretch the part of {@code paging} in which activities of the day were recorded; a descending one has no
     *     lower bound
     */
    record FindRowsOfDay(
            long account, @Nullable Long pageTabId, LocalDate day, Paging.IdWindow stretch, Paging.IdWindow paging)
            implements ActivityQuery<Page<ActivityRow>> {}

    /** Positions of a fan's activities in the log, newest first. */
    record FindRowsOfFan(long account, long fanId, Paging.NextKey paging) implements ActivityQuery<Page<ActivityRow>> {}

    /** Positions of a campaign's activities in the log, oldest first. */
    record FindRowsOfCampaign(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<ActivityRow>> {}

    /** All counters of an account, by title or by campaign. */
    record FindTallies(long account) implements ActivityQuery<List<ActivityTally>> {}

    /**
     * The latest titled activity of each of these fans, with the present name of its campaign. Fans without one are
     * left out.
     */
    record FindLastCampaigns(long account, List<Long> fanIds) implements ActivityQuery<List<LastCampaign>> {
        public FindLastCampaigns {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** The latest titled activity of each of these fans, with the title that the activity itself names. */
    record FindLastActivities(long account, List<Long> fanIds) implements ActivityQuery<List<LastCampaign>> {
        public FindLastActivities {
            fanIds = List.copyOf(fanIds);
        }
    }
}
