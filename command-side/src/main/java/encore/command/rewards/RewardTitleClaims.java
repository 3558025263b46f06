package encore.command.rewards;

import encore.infra.eventstore.Claims.Claim;

/** Makes the claim on a reward's title, which is unique in its business. */
final class RewardTitleClaims {

    private RewardTitleClaims() {}

    static Claim claim(long account, long businessId, String title) {
        return new Claim("reward_title", account, businessId + "." + title);
    }
}
