package encore.query.activities;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindBestEntries;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.campaigns.AppType;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.paging.Page;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps each fan's best entry in each campaign whose app type has a leaderboard of entries. The entries of a fan are
 * removed when the fan is erased.
 */
@Component
class BestEntriesProjection implements Projection {

    private static final CampaignStandings BEST = new CampaignStandings("best_entries");

    /** Sorts after every duration that an entry may have. */
    private static final long NO_DURATION = 1L << 52;

    /** The two numbers that are compared. Smaller is better. */
    private record Score(long first, long second) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("best_entries", BEST.collections());
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        Long pageTabId = event.pageTabId();
        ActivityDetails details = event.details();
        Score score = event.appType() == null ? null : score(event.appType(), details);
        if (pageTabId == null || score == null) {
            return;
        }
        var entry = new CampaignStanding(
                event.fan().account(),
                pageTabId,
                event.fan().number(),
                score.first(),
                score.second(),
                recordedEvent.position(),
                event.timeOf(recordedEvent.at()),
                details.points(),
                details.activityDurationMs(),
                details.correctCount());
        CampaignStanding best = BEST.get(entry.account(), pageTabId, entry.fanId(), documents);
        if (best == null) {
            BEST.add(entry, documents);
        } else if (entry.isBetterThan(best)) {
            BEST.replace(entry, documents);
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BEST.removeAll(event.fan(), documents);
    }

    @QueryHandler
    Page<CampaignStanding> find(FindBestEntries query, Documents documents) {
        return BEST.page(query.account(), query.pageTabId(), query.paging(), documents);
    }

    /** Returns null, which is not ranked, when the entry lacks the number that its campaign compares. */
    private static @Nullable Score score(AppType appType, ActivityDetails details) {
        Long duration = details.activityDurationMs();
        Long correct = details.correctCount();
        Long points = details.points();
        return switch (appType) {
            case MEMORY_MATCH -> duration == null ? null : new Score(duration, 0);
            case TRIVIA -> correct == null ? null : new Score(-correct, duration == null ? NO_DURATION : duration);
            case ARCADE, BINGO -> points == null ? null : new Score(-points, 0);
            default -> null;
        };
    }
}
