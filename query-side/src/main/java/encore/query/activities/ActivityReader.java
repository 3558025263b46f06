package encore.query.activities;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityBuilder;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityRow;
import encore.kernel.campaigns.AppType;
import encore.query.documents.EventReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the events of activities from the log. */
@Component
class ActivityReader {

    private final EventReader events;

    ActivityReader(EventTail tail, EventLog log) {
        this.events = new EventReader(tail, log);
    }

    List<Activity> read(List<ActivityRow> rows, CampaignTitles titles) {
        Map<Long, Event> eventsByPosition =
                events.read(rows.stream().mapToLong(ActivityRow::activityId), Set.of(ActivityRecorded.class));
        return rows.stream()
                .map(row -> activity(
                        row,
                        (ActivityRecorded) eventsByPosition.get(row.activityId()),
                        titles.titleOf(row.pageTabId(), row.title())))
                .toList();
    }

    private static Activity activity(ActivityRow row, @Nullable ActivityRecorded event, @Nullable String title) {
        ActivityDetails details = event == null ? ActivityDetails.NONE : event.details();
        AppType appType = event == null ? null : event.appType();
        return ActivityBuilder.builder()
                .accountId(row.account())
                .activityId(row.activityId())
                .fanId(row.fanId())
                .creationTimestamp(row.creationTimestamp())
                .effectiveAtIso(row.effectiveAt())
                .pageTabId(row.pageTabId())
                .appType(appType == null ? null : appType.word())
                .businessId(event == null ? null : event.businessId())
                .campaignTitle(title)
                .details(details.details())
                .deviceType(details.deviceType())
                .activityDurationMs(details.activityDurationMs())
                .ipAddress(details.ipAddress())
                .userKey(details.userKey())
                .points(details.points())
                .correctCount(details.correctCount())
                .build();
    }
}
