package encore.kernel.rewards.issuances;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.rewards.Reward;
import org.jspecify.annotations.Nullable;

/**
 * A reward that a fan has (spec 3, 2).
 *
 * @param fanPointUid the uid of the record of 0 points, which is data of a QR code
 * @param prizeCode null for rewards of other types
 * @param passUid null for rewards of other types, until the pass is issued, and after it was revoked
 * @param passCode null with the pass_uid
 */
public record WonReward(
        @JsonUnwrapped Reward reward,
        String fanPointUid,
        @Nullable String prizeCode,
        @Nullable String passUid,
        @Nullable String passCode) {}
