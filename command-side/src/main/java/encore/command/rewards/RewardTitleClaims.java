package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.rewards.RewardId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the claim on a reward's title, which is unique in its business. */
final class RewardTitleClaims {

    private RewardTitleClaims() {}

    static Claim claim(RewardId reward, long businessId, @Nullable String title) {
        Objects.requireNonNull(title, "a reward has a title");
        return new Claim("reward_title", reward.account(), businessId + "." + title);
    }

    static void mustBeFree(RewardId reward, long businessId, @Nullable String title, Claims claims) {
        if (claims.ownerOf(claim(reward, businessId, title)) != null) {
            throw new Refusal(
                    RULE, "reward-title-taken", "reward_title", "Another reward of the business has this title.");
        }
    }
}
