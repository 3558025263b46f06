package encore.kernel.reports.data;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a business.
 *
 * @param businessName null when the business was removed
 * @param memberCount the number of fans that are opted in now
 * @param newMemberCount the number of those that opted in on these days
 * @param activityCount the number of activities in its campaigns and quests
 * @param pointsAwarded the sum of the positive records of points that name its campaigns and quests
 * @param pointsDeducted the sum of the negative ones, without the sign
 */
@RecordBuilder
public record BusinessReport(
        long businessId,
        @Nullable String businessName,
        long memberCount,
        long newMemberCount,
        long activityCount,
        long pointsAwarded,
        long pointsDeducted,
        long questCompletions,
        long rewardsIssued,
        List<CampaignRow> campaigns) {

    public BusinessReport {
        campaigns = List.copyOf(campaigns);
    }

    /** The numbers of a campaign of the business. */
    public record CampaignRow(long pageTabId, String name, long totalEntries, long fanCount) {}
}
