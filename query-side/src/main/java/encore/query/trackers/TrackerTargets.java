package encore.query.trackers;

import encore.kernel.Refusal;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.trackers.StoredTracker;
import encore.kernel.trackers.TrackerQuery.FindTrackerByKey;
import encore.kernel.trackers.TrackerQuery.FindTrackerTarget;
import encore.kernel.trackers.TrackerQuery.TrackerTarget;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Objects;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds the place to which a tracker leads: its own target, or the present link of its quest. */
@Component
class TrackerTargets implements QueryComponent {

    private final QueryGateway queryGateway;

    TrackerTargets(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    TrackerTarget find(FindTrackerTarget query) {
        StoredTracker tracker = queryGateway.ask(new FindTrackerByKey(query.trackerKey()));
        Long questId = tracker.questId();
        String url = questId == null
                ? tracker.details().targetUrl()
                : linkOfQuest(tracker.tracker().account(), questId);
        if (url == null) {
            throw Refusal.unknown("There is no such tracker.");
        }
        return new TrackerTarget(tracker.tracker(), tracker.virtualDomain(), url, tracker.isClickAppended());
    }

    private @Nullable String linkOfQuest(long account, long questId) {
        return queryGateway.ask(new FindQuests(account, List.of(questId))).stream()
                .map(quest -> quest.details().linkUrl())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
