package encore.api.signups;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.activities.RecordedActivity;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a sign-up.
 *
 * @param activityId absent when no activity was made
 */
record SignedUp(
        long fanId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long activityId) {

    static SignedUp of(RecordedActivity recorded) {
        return new SignedUp(recorded.fanId(), recorded.activityId());
    }
}
