package encore.kernel.activities;

import encore.kernel.fans.profile.Consent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The optional parts of an activity, besides its fan and its campaign.
 *
 * @param details the values of {@code field_<name>}, or the data that the app of a campaign sends with an entry
 * @param deviceType the kind of device that the fan used
 * @param activityDurationMs the duration in milliseconds
 * @param userKey the fan's key on a network
 * @param points a score; it is not booked in a ledger
 * @param correctCount the number of right answers
 * @param optsIn true when the activity came with a consent to messages by email or phone; null otherwise
 */
@RecordBuilder
public record ActivityDetails(
        @PersonalData @Nullable ObjectNode details,

        @PublishedValue @NotPersonal("a kind of device") @Nullable
        String deviceType,

        @PublishedValue @Nullable Long activityDurationMs,
        @PersonalData @Nullable String ipAddress,
        @PersonalData @Nullable String userKey,
        @PublishedValue @Nullable Long points,
        @PublishedValue @Nullable Long correctCount,
        @Nullable Boolean optsIn) {

    public static final ActivityDetails NONE = of(null);

    public static ActivityDetails of(@Nullable ObjectNode details) {
        return ActivityDetailsBuilder.builder().details(details).build();
    }

    /**
     * Returns the details of an activity that was recorded by a fan's contacts: whether the fan consented to messages.
     */
    public static ActivityDetails ofConsent(Consent consent) {
        boolean optsIn =
                Boolean.TRUE.equals(consent.isSubscribed()) || Boolean.TRUE.equals(consent.isPhoneSubscribed());
        return optsIn ? ActivityDetailsBuilder.builder().optsIn(true).build() : NONE;
    }
}
