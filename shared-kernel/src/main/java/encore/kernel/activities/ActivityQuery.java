package encore.kernel.activities;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about activities. */
public sealed interface ActivityQuery<R> extends Query<R> {

    /**
     * Activities by id, with their fans as they are now.
     *
     * @param pageTabId of this campaign only
     * @param day recorded on this UTC day only
     * @param withDetails whether rows carry the fan, its identifiers and its idols
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
     * @param campaignTitle only those that show this title
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
     * The fans who did best in a campaign; one that is unknown, or ranks nobody, is refused.
     *
     * @param showHidden whether those are ranked whom the campaign hides
     */
    record FindCampaignLeaderboard(long account, long pageTabId, boolean showHidden, int limit)
            implements ActivityQuery<List<CampaignRank>> {}

    /** The best entry of each fan of a campaign, the best first. */
    record FindBestEntries(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<CampaignStanding>> {}

    /** The points that each fan has of a campaign's records, the most first. */
    record FindPointSums(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<CampaignStanding>> {}

    /** How many activities each title has, and each property of its activities, in the order that they came up. */
    record FindActivityStats(
            long account,
            @Nullable String campaignTitle,
            @Nullable String propertyName) implements ActivityQuery<List<ActivityCount>> {}

    /**
     * Where activities stand in the log.
     *
     * @param from none recorded before then
     * @param to none recorded then or later
     */
    record FindActivityRows(
            long account,
            @Nullable Long pageTabId,
            @Nullable Instant from,
            @Nullable Instant to,
            Paging.IdWindow paging)
            implements ActivityQuery<Page<ActivityRow>> {}

    /** Where a fan's activities stand in the log, newest first. */
    record FindRowsOfFan(long account, long fanId, Paging.NextKey paging) implements ActivityQuery<Page<ActivityRow>> {}

    /** Where a campaign's activities stand in the log, oldest first. */
    record FindRowsOfCampaign(long account, long pageTabId, Paging.NextKey paging)
            implements ActivityQuery<Page<ActivityRow>> {}

    /** What is counted, by title or by campaign. */
    record FindTallies(long account) implements ActivityQuery<List<ActivityTally>> {}

    /** What these fans did last, in a campaign of its present name; who did nothing is left out. */
    record FindLastCampaigns(long account, List<Long> fanIds) implements ActivityQuery<List<LastCampaign>> {
        public FindLastCampaigns {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** The same with the titles that the activities say. */
    record FindLastActivities(long account, List<Long> fanIds) implements ActivityQuery<List<LastCampaign>> {
        public FindLastActivities {
            fanIds = List.copyOf(fanIds);
        }
    }
}
