package encore.kernel.activities;

import encore.kernel.NotPersonal;
import encore.kernel.PersonalData;
import encore.kernel.fans.Consent;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds what an activity may say besides whose it is and in which campaign.
 *
 * @param details the values of {@code field_<name>}, or what a campaign's app tells of an entry
 * @param deviceType of the fan
 * @param activityDurationMs how long it took
 * @param userKey whom the fan is to a network
 * @param points a score, and no record of a ledger
 * @param correctCount how many answers were right
 * @param optsIn true when it came with a consent to be written to; null otherwise
 */
public record ActivityDetails(
        @PersonalData @Nullable ObjectNode details,

        @NotPersonal("a kind of device, which many have") @Nullable
        String deviceType,

        @Nullable Long activityDurationMs,
        @PersonalData @Nullable String ipAddress,
        @PersonalData @Nullable String userKey,
        @Nullable Long points,
        @Nullable Long correctCount,
        @Nullable Boolean optsIn) {

    public static final ActivityDetails NONE = of(null);

    public static ActivityDetails of(@Nullable ObjectNode details) {
        return new ActivityDetails(details, null, null, null, null, null, null, null);
    }

    /** What an activity says that was recorded by a fan's contacts: what the fan agreed to with it. */
    public static ActivityDetails with(Consent consent) {
        boolean optsIn =
                Boolean.TRUE.equals(consent.isSubscribed()) || Boolean.TRUE.equals(consent.isPhoneSubscribed());
        return optsIn ? new ActivityDetails(null, null, null, null, null, null, null, true) : NONE;
    }
}
