package encore.query.rewards;

import encore.kernel.fans.FanId;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.issuances.FollowedIssuance;
import encore.query.projection.EventDetails;
import org.springframework.stereotype.Component;

/** Gives followers of an issuance its details. */
@Component
class FollowedIssuanceDetails implements EventDetails<RewardIssued, FollowedIssuance> {

    @Override
    public Class<RewardIssued> event() {
        return RewardIssued.class;
    }

    @Override
    public Class<FollowedIssuance> details() {
        return FollowedIssuance.class;
    }

    @Override
    public FanId fan(RewardIssued issued) {
        return issued.fan();
    }

    @Override
    public FollowedIssuance of(RewardIssued issued) {
        return new FollowedIssuance(
                issued.reward().uid(), issued.businessId(), issued.performanceUid(), issued.number());
    }
}
