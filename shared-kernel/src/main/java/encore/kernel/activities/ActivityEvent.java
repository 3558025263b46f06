package encore.kernel.activities;

import encore.kernel.Event;
import encore.kernel.campaigns.AppType;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.time.EffectiveTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to an activity: it is recorded. */
public sealed interface ActivityEvent extends Event {

    /**
     * An activity of a fan was recorded.
     *
     * @param title the name of its campaign at that time, or the title that the caller sent; null for none
     * @param pageTabId the campaign of that name; null when there was none
     * @param appType the app type of the campaign, which never changes
     * @param businessId the business of the campaign, which never changes
     * @param properties the names of its details, so that they are still counted after the fan is erased
     * @param effectiveAt the time of its own that the caller gave; null for none
     */
    @RecordBuilder
    @Revision("1")
    record ActivityRecorded(
            ActivityId activity,
            @PublishedValue FanId fan,

            @NotPersonal("a title for an activity of many fans, like the name of a campaign") @Nullable
            String title,

            @PublishedValue @Nullable Long pageTabId,
            @PublishedValue @Nullable AppType appType,
            @PublishedValue @Nullable Long businessId,

            @NotPersonal("names of fields in forms") List<String> properties,

            @PublishedValue ActivityDetails details,
            @PublishedValue(optional = true) @Nullable Instant effectiveAt)
            implements ActivityEvent {

        public ActivityRecorded {
            properties = List.copyOf(properties);
        }

        /** Returns the time that days, counts and rules of dates count it at. */
        public Instant timeOf(Instant stamp) {
            return new EffectiveTime(effectiveAt, stamp).time();
        }

        @Override
        public FanId subject() {
            return fan;
        }
    }
}
