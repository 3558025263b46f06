package encore.query.activities;

import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.businesses.BusinessQuery.FindBusinessPoints;
import encore.kernel.campaigns.Campaign;
import encore.kernel.points.PointsOfFans;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.springframework.stereotype.Component;

/** Says what fans have now of the points that a wager campaign is about. */
@Component
class WagerBalances {

    private final QueryGateway questions;

    WagerBalances(QueryGateway questions) {
        this.questions = questions;
    }

    /** Its business's kind of points, else the account's default one. */
    private String pointsOf(Campaign campaign) {
        Long business = campaign.businessId();
        String ofBusiness = business == null
                ? null
                : questions
                        .ask(new FindBusinessPoints(campaign.account(), business))
                        .pointUid();
        return ofBusiness != null
                ? ofBusiness
                : questions.ask(new FindAccount(campaign.account())).defaultPointUid();
    }

    /** Of all of them at once. */
    PointsOfFans of(Campaign campaign, List<Long> fanIds) {
        return questions.ask(new FindPointsOfFans(campaign.account(), pointsOf(campaign), fanIds));
    }
}
