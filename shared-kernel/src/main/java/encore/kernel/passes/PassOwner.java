package encore.kernel.passes;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.rewards.RewardId;
import org.jspecify.annotations.Nullable;

/** The campaign or the reward that a pass belongs to: one of the two is null. */
public record PassOwner(
        @Nullable CampaignId campaign, @Nullable RewardId reward) {

    public static PassOwner of(CampaignId campaign) {
        return new PassOwner(campaign, null);
    }

    public static PassOwner of(RewardId reward) {
        return new PassOwner(null, reward);
    }
}
