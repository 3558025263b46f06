package encore.api.activities;

import encore.api.problems.Ids;
import encore.kernel.activities.ActivityId;
import encore.kernel.names.Blanks;
import org.jspecify.annotations.Nullable;

/** Makes the ids of activities. */
final class ActivityKeys {

    private ActivityKeys() {}

    /** Returns the id that belongs to a key, or a new one without a key. */
    static ActivityId idOf(long account, @Nullable String key) {
        return key == null || Blanks.isBlank(key) ? new ActivityId(account, Ids.uid()) : ActivityId.ofKey(account, key);
    }
}
