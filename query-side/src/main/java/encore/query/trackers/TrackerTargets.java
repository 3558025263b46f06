package encore.query.trackers;

import encore.kernel.Refusal;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.FoundTracker;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Finds the present link of the quest of a tracker. */
@Component
class TrackerTargets implements QueryComponent {

    private final QueryGateway queryGateway;

    TrackerTargets(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    TrackerTarget find(FindTrackerTarget query) {
        FoundTracker tracker = queryGateway.ask(new FindTracker(query.trackerKey()));
        return queryGateway.ask(new FindQuests(tracker.account(), List.of(tracker.pageTabId()))).stream()
                .filter(quest -> quest.details().linkUrl() != null)
                .map(quest -> new TrackerTarget(
                        quest.account(), String.valueOf(quest.details().linkUrl())))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("There is no such tracker."));
    }
}
