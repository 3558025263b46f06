package encore.query.activities;

import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityCount;
import encore.kernel.activities.ActivityQuery.FindActivitiesOfFan;
import encore.kernel.activities.ActivityQuery.FindActivityStats;
import encore.kernel.activities.ActivityQuery.FindEntries;
import encore.kernel.activities.ActivityQuery.FindLastActivities;
import encore.kernel.activities.ActivityQuery.FindLastCampaigns;
import encore.kernel.activities.ActivityQuery.FindRowsOfCampaign;
import encore.kernel.activities.ActivityQuery.FindRowsOfFan;
import encore.kernel.activities.ActivityQuery.FindSimpleActivities;
import encore.kernel.activities.ActivityQuery.FindTallies;
import encore.kernel.activities.ActivityRow;
import encore.kernel.activities.ActivityTally;
import encore.kernel.activities.LastCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.names.Blanks;
import encore.kernel.paging.Page;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins activities and their counts with the present names of their campaigns. */
@Component
class ActivitiesWithTitles implements QueryComponent {

    private final QueryGateway queryGateway;
    private final ActivityReader activityReader;

    ActivitiesWithTitles(QueryGateway queryGateway, ActivityReader events) {
        this.queryGateway = queryGateway;
        this.activityReader = events;
    }

    /** Filters by the title that is shown, after paging: a page with few or no matches still has a next one. */
    @QueryHandler
    Page<Activity> find(FindActivitiesOfFan query) {
        // The history of an erased fan stays.
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        Page<ActivityRow> page = queryGateway.ask(new FindRowsOfFan(query.account(), query.fanId(), query.paging()));
        CampaignTitles titles = CampaignTitles.of(query.account(), page.rows(), ActivityRow::pageTabId, queryGateway);
        String wanted = query.campaignTitle() == null ? null : Blanks.trim(query.campaignTitle());
        List<ActivityRow> shown = page.rows().stream()
                .filter(row -> wanted == null || wanted.equals(titles.titleOf(row.pageTabId(), row.title())))
                .toList();
        return new Page<>(activityReader.read(shown, titles), page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    Page<Activity.Simple> find(FindSimpleActivities query) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        return queryGateway
                .ask(new FindRowsOfCampaign(query.account(), query.pageTabId(), query.paging()))
                .map(row -> new Activity.Simple(
                        row.account(),
                        query.pageTabId(),
                        row.fanId(),
                        row.activityId(),
                        row.creationTimestamp(),
                        row.effectiveAt()));
    }

    @QueryHandler
    Page<Activity.Entry> find(FindEntries query) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        Page<ActivityRow> page =
                queryGateway.ask(new FindRowsOfCampaign(query.account(), query.pageTabId(), query.paging()));
        List<Activity.Entry> entries = activityReader.read(page.rows(), new CampaignTitles(Map.of())).stream()
                .map(Activity::entry)
                .toList();
        return new Page<>(entries, page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    List<LastCampaign> find(FindLastCampaigns query) {
        List<LastCampaign> last = queryGateway.ask(new FindLastActivities(query.account(), query.fanIds()));
        CampaignTitles titles = CampaignTitles.of(query.account(), last, LastCampaign::pageTabId, queryGateway);
        return last.stream()
                .map(one ->
                        new LastCampaign(one.fanId(), one.pageTabId(), titleOf(titles, one.pageTabId(), one.title())))
                .toList();
    }

    private record TallyKey(String title, @Nullable String property) {}

    /** Adds up counts of the same title, for example of a plain text and of a campaign that has this name now. */
    @QueryHandler
    List<ActivityCount> find(FindActivityStats query) {
        List<ActivityTally> tallies = queryGateway.ask(new FindTallies(query.account()));
        CampaignTitles titles = CampaignTitles.of(query.account(), tallies, ActivityTally::pageTabId, queryGateway);
        String wanted = query.campaignTitle() == null ? null : Blanks.trim(query.campaignTitle());
        Map<TallyKey, Long> counts = new LinkedHashMap<>();
        for (ActivityTally tally : tallies) {
            String title = titleOf(titles, tally.pageTabId(), tally.title());
            boolean isWanted = (wanted == null || wanted.equals(title))
                    && (query.propertyName() == null || query.propertyName().equals(tally.propertyName()));
            if (isWanted) {
                counts.merge(new TallyKey(title, tally.propertyName()), tally.counter(), Long::sum);
            }
        }
        return counts.entrySet().stream()
                .map(one -> new ActivityCount(
                        query.account(), one.getKey().title(), one.getKey().property(), one.getValue()))
                .toList();
    }

    private static String titleOf(CampaignTitles titles, @Nullable Long pageTabId, String recordedTitle) {
        return Objects.requireNonNull(titles.titleOf(pageTabId, recordedTitle));
    }
}
