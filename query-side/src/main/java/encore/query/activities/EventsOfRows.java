package encore.query.activities;

import static encore.kernel.Refusal.Kind.UNAVAILABLE;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Wanted;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Refusal;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityRow;
import encore.kernel.campaigns.AppType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads in the log what activities say, a stretch of neighbours at once. */
@Component
class EventsOfRows {

    /** Passing over as many events of other types costs less than another read. */
    private static final int GAP = 64;

    private static final int STRETCH = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final EventTail tail;
    private final EventLog log;

    EventsOfRows(EventTail tail, EventLog log) {
        this.tail = tail;
        this.log = log;
    }

    List<Activity> read(List<ActivityRow> rows, CampaignTitles titles) {
        Map<Long, ActivityRecorded> events =
                at(rows.stream().mapToLong(ActivityRow::activityId).sorted().toArray());
        return rows.stream()
                .map(row -> activity(row, events.get(row.activityId()), titles.shown(row.pageTabId(), row.title())))
                .toList();
    }

    /** One that cannot be decoded is not there. */
    private Map<Long, ActivityRecorded> at(long[] positions) {
        Map<Long, ActivityRecorded> found = new HashMap<>();
        if (positions.length > 0) {
            // Rows that another process wrote may be ahead of what this one has read of the log.
            log.follow(positions[positions.length - 1], PATIENCE);
        }
        for (int from = 0; from < positions.length; ) {
            int to = from;
            while (to + 1 < positions.length
                    && positions[to + 1] - positions[to] <= GAP
                    && positions[to + 1] - positions[from] < STRETCH) {
                to++;
            }
            stretch(positions[from], positions[to], found);
            from = to + 1;
        }
        return found;
    }

    private void stretch(long first, long last, Map<Long, ActivityRecorded> found) {
        for (long after = first - 1; after < last; ) {
            var read = tail.read(after, Math.toIntExact(last - after), Wanted.whole(Set.of(ActivityRecorded.class)));
            for (Recorded recorded : read.events()) {
                if (recorded.event() instanceof ActivityRecorded event) {
                    found.put(recorded.position(), event);
                }
            }
            if (read.end() == after) {
                throw new Refusal(UNAVAILABLE, "not-caught-up", "The log is being caught up with; try again.");
            }
            after = read.end();
        }
    }

    private static Activity activity(ActivityRow row, @Nullable ActivityRecorded event, @Nullable String title) {
        ActivityDetails details = event == null ? ActivityDetails.NONE : event.details();
        AppType appType = event == null ? null : event.appType();
        return new Activity(
                row.account(),
                row.activityId(),
                row.fanId(),
                row.pageTabId(),
                appType == null ? null : appType.word(),
                event == null ? null : event.businessId(),
                title,
                row.creationTimestamp(),
                details.details(),
                details.deviceType(),
                details.activityDurationMs(),
                details.ipAddress(),
                details.userKey(),
                details.points(),
                details.correctCount());
    }
}
