package encore.query.activities;

import encore.kernel.Page;
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
class TitledActivities implements QueryComponent {

    private final QueryGateway questions;
    private final EventsOfRows events;

    TitledActivities(QueryGateway questions, EventsOfRows events) {
        this.questions = questions;
        this.events = events;
    }

    /** Filters by the title that is shown, after paging: a page with few or no matches still has a next one. */
    @QueryHandler
    Page<Activity> find(FindActivitiesOfFan query) {
        // The history of an erased fan stays.
        questions.ask(RequireFan.everKnown(query.account(), query.fanId()));
        Page<ActivityRow> page = questions.ask(new FindRowsOfFan(query.account(), query.fanId(), query.paging()));
        CampaignTitles titles = CampaignTitles.of(query.account(), page.rows(), ActivityRow::pageTabId, questions);
        String wanted =
                query.campaignTitle() == null ? null : query.campaignTitle().strip();
        List<ActivityRow> shown = page.rows().stream()
                .filter(row -> wanted == null || wanted.equals(titles.shown(row.pageTabId(), row.title())))
                .toList();
        return new Page<>(events.read(shown, titles), page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    Page<Activity.Simple> find(FindSimpleActivities query) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        return questions
                .ask(new FindRowsOfCampaign(query.account(), query.pageTabId(), query.paging()))
                .map(row -> new Activity.Simple(
                        row.account(), query.pageTabId(), row.fanId(), row.activityId(), row.creationTimestamp()));
    }

    @QueryHandler
    Page<Activity.Entry> find(FindEntries query) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        Page<ActivityRow> page =
                questions.ask(new FindRowsOfCampaign(query.account(), query.pageTabId(), query.paging()));
        List<Activity.Entry> entries = events.read(page.rows(), new CampaignTitles(Map.of())).stream()
                .map(Activity::entry)
                .toList();
        return new Page<>(entries, page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    List<LastCampaign> find(FindLastCampaigns query) {
        List<LastCampaign> last = questions.ask(new FindLastActivities(query.account(), query.fanIds()));
        CampaignTitles titles = CampaignTitles.of(query.account(), last, LastCampaign::pageTabId, questions);
        return last.stream()
                .map(one -> new LastCampaign(one.fanId(), one.pageTabId(), shown(titles, one.pageTabId(), one.title())))
                .toList();
    }

    private record Counted(String title, @Nullable String property) {}

    /** Adds up counts of the same title, for example of a plain text and of a campaign that has this name now. */
    @QueryHandler
    List<ActivityCount> find(FindActivityStats query) {
        List<ActivityTally> tallies = questions.ask(new FindTallies(query.account()));
        CampaignTitles titles = CampaignTitles.of(query.account(), tallies, ActivityTally::pageTabId, questions);
        String wanted =
                query.campaignTitle() == null ? null : query.campaignTitle().strip();
        Map<Counted, Long> counts = new LinkedHashMap<>();
        for (ActivityTally tally : tallies) {
            String title = shown(titles, tally.pageTabId(), tally.title());
            boolean isWanted = (wanted == null || wanted.equals(title))
                    && (query.propertyName() == null || query.propertyName().equals(tally.propertyName()));
            if (isWanted) {
                counts.merge(new Counted(title, tally.propertyName()), tally.counter(), Long::sum);
            }
        }
        return counts.entrySet().stream()
                .map(one -> new ActivityCount(
                        query.account(), one.getKey().title(), one.getKey().property(), one.getValue()))
                .toList();
    }

    private static String shown(CampaignTitles titles, @Nullable Long pageTabId, String said) {
        return Objects.requireNonNull(titles.shown(pageTabId, said));
    }
}
