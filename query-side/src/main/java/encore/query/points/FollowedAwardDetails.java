package encore.query.points;

import encore.kernel.fans.FanId;
import encore.kernel.points.FollowedAward;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.query.projection.EventDetails;
import org.springframework.stereotype.Component;

/** Gives followers of an award event its details, with the balance after it. */
@Component
class FollowedAwardDetails implements EventDetails<PointsAwarded, FollowedAward> {

    @Override
    public Class<PointsAwarded> event() {
        return PointsAwarded.class;
    }

    @Override
    public Class<FollowedAward> details() {
        return FollowedAward.class;
    }

    @Override
    public FanId fan(PointsAwarded award) {
        return award.ledger().fan();
    }

    @Override
    public FollowedAward of(PointsAwarded award) {
        return new FollowedAward(
                award.ledger().pointUid(),
                award.fanPointUid(),
                award.count(),
                award.balance(),
                award.pointType(),
                award.source());
    }
}
