package encore.query.trackers;

import encore.kernel.paging.Page;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import encore.kernel.trackers.StoredTracker;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerDetailsBuilder;
import encore.kernel.trackers.TrackerEntry;
import encore.kernel.trackers.TrackerNetwork;
import encore.kernel.trackers.TrackerQuery.FindStoredTracker;
import encore.kernel.trackers.TrackerQuery.FindStoredTrackerPage;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.FindTrackerPage;
import encore.kernel.trackers.TrackerQuery.FindTrackers;
import encore.kernel.trackers.TrackerQuery.ListAllStoredTrackers;
import encore.kernel.trackers.TrackerQuery.ListStoredTrackers;
import encore.kernel.trackers.TrackerQuery.ListTrackers;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerNumbers;
import encore.kernel.trackers.records.TrackerRecordQuery.NumbersOfTrackers;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins trackers with their numbers, and with the titles and links of their quests. */
@Component
class TrackersWithNumbers implements QueryComponent {

    private static final String QUESTS = "quests";

    private final QueryGateway queryGateway;

    TrackersWithNumbers(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    TrackerEntry find(FindTracker query) {
        StoredTracker tracker = queryGateway.ask(new FindStoredTracker(query.account(), query.trackerId()));
        return join(query.account(), List.of(tracker)).getFirst();
    }

    @QueryHandler
    List<TrackerEntry> find(ListTrackers query) {
        return join(query.account(), queryGateway.ask(new ListStoredTrackers(query.account(), query.days())));
    }

    @QueryHandler
    List<TrackerEntry> find(FindTrackers query) {
        List<StoredTracker> wanted = queryGateway.ask(new ListAllStoredTrackers(query.account())).reversed().stream()
                .filter(tracker -> isWanted(tracker, query))
                .toList();
        return join(query.account(), wanted);
    }

    @QueryHandler
    Page<TrackerEntry> find(FindTrackerPage query) {
        Page<StoredTracker> page = queryGateway.ask(new FindStoredTrackerPage(query.account(), query.paging()));
        return page.withRows(join(query.account(), page.rows()));
    }

    private static boolean isWanted(StoredTracker tracker, FindTrackers query) {
        String group = tracker.questId() == null ? tracker.details().trackerGroupName() : QUESTS;
        return query.trackerIds().contains(tracker.tracker().number())
                || query.trackerGroupName() != null && query.trackerGroupName().equals(group);
    }

    private List<TrackerEntry> join(long account, List<StoredTracker> trackers) {
        List<Long> ids =
                trackers.stream().map(tracker -> tracker.tracker().number()).toList();
        List<Long> questIds = trackers.stream()
                .map(StoredTracker::questId)
                .filter(Objects::nonNull)
                .toList();
        NumbersOfTrackers numbers = queryGateway.ask(new FindTrackerNumbers(account, ids));
        Map<Long, Quest> quests = questIds.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindQuests(account, questIds)).stream()
                        .collect(Collectors.toMap(Quest::pageTabId, quest -> quest));
        String currency = String.valueOf(
                queryGateway.ask(new FindAccountSettings(account)).currency());
        return trackers.stream()
                .map(tracker -> new TrackerEntry(
                        withQuest(tracker, tracker.questId() == null ? null : quests.get(tracker.questId())),
                        numbers.of(tracker.tracker().number()),
                        currency))
                .toList();
    }

    private static StoredTracker withQuest(StoredTracker tracker, @Nullable Quest quest) {
        if (tracker.questId() == null) {
            return tracker;
        }
        TrackerDetails details = TrackerDetailsBuilder.builder(tracker.details())
                .trackerName(quest == null ? null : quest.details().questTitle())
                .trackerGroupName(QUESTS)
                .targetUrl(quest == null ? null : quest.details().linkUrl())
                .network(TrackerNetwork.CUSTOM)
                .build();
        return tracker.withDetails(details);
    }
}
