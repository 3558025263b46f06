package encore.kernel.activities;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import encore.kernel.campaigns.AppType;
import encore.kernel.fans.FanId;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to an activity: that it happens. */
public sealed interface ActivityEvent extends Event {

    /**
     * A fan did something.
     *
     * @param title what it did it in, as it was called then; null for nothing
     * @param pageTabId the campaign that was called so, if any
     * @param appType the campaign's, which never changes
     * @param businessId likewise
     * @param properties the names of its details, so that they are counted also when the fan is erased
     */
    @Revision("1")
    record ActivityRecorded(
            ActivityId activity,
            FanId fan,

            @NotPersonal("what the account calls what many fans do, as it would name a campaign") @Nullable
            String title,

            @Nullable Long pageTabId,
            @Nullable AppType appType,
            @Nullable Long businessId,

            @NotPersonal("names of fields, which the account's forms have")
            List<String> properties,

            ActivityDetails details)
            implements ActivityEvent {

        public ActivityRecorded {
            properties = List.copyOf(properties);
        }

        @Override
        public FanId subject() {
            return fan;
        }
    }
}
