package encore.query.activities;

import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityDetailsBuilder;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.AppType;
import encore.kernel.fans.FanId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Activities for tests. */
final class TestActivities {

    private TestActivities() {}

    static ActivityRecorded titled(long fan, @Nullable String title, String... properties) {
        return of(7, fan, title, null, properties);
    }

    static ActivityRecorded in(long pageTabId, long fan, String title, String... properties) {
        return of(7, fan, title, pageTabId, properties);
    }

    /** The same with a time of its own. */
    static ActivityRecorded at(Instant effectiveAt, ActivityRecorded activity) {
        return ActivityEventActivityRecordedBuilder.builder(activity)
                .effectiveAt(effectiveAt)
                .build();
    }

    /** An entry, of account 7. */
    static ActivityRecorded scored(
            long pageTabId,
            long fan,
            AppType appType,
            @Nullable Long points,
            @Nullable Long duration,
            @Nullable Long correct) {
        ObjectNode received = JsonMapper.shared().createObjectNode().put("level", 1);
        return new ActivityRecorded(
                new ActivityId(7, "uid"),
                new FanId(7, fan),
                "Quiz",
                pageTabId,
                appType,
                null,
                List.of("level"),
                new ActivityDetails(received, "phone", duration, "10.0.0.1", "key", points, correct, null),
                null);
    }

    static ActivityRecorded of(
            long account, long fan, @Nullable String title, @Nullable Long pageTabId, String... properties) {
        ObjectNode details = JsonMapper.shared().createObjectNode();
        for (String property : properties) {
            details.put(property, "x");
        }
        return new ActivityRecorded(
                new ActivityId(account, "uid"),
                new FanId(account, fan),
                title,
                pageTabId,
                pageTabId == null ? null : AppType.TRIVIA,
                pageTabId == null ? null : 5L,
                List.of(properties),
                ActivityDetailsBuilder.builder()
                        .details(properties.length == 0 ? null : details)
                        .deviceType("phone")
                        .activityDurationMs(1_500L)
                        .ipAddress("10.0.0.1")
                        .userKey("key")
                        .build(),
                null);
    }
}
