package encore.kernel.completions;

import java.util.UUID;

/**
 * The uids of a completion. They come from a {@link java.security.SecureRandom}, since a fan_point_uid is data of QR codes.
 *
 * @param activityUid the uid of the stream of its activity
 * @param pointsUid the fan_point_uid of the award of its points
 * @param fanPointUid the fan_point_uid of its record of 0 points
 */
public record CompletionUids(String activityUid, String pointsUid, String fanPointUid) {

    /** Mints uids on the command side, for the completions of automations. */
    public static CompletionUids mint() {
        return new CompletionUids(
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString());
    }
}
