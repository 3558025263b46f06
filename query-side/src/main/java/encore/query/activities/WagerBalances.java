package encore.query.activities;

import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.businesses.BusinessQuery.FindBusinessPoints;
import encore.kernel.campaigns.Campaign;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.points.ledgers.PointsByFan;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.springframework.stereotype.Component;

/** Finds the present balances of fans in the point type of a wager campaign. */
@Component
class WagerBalances {

    private final QueryGateway queryGateway;

    WagerBalances(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** Returns the point type of the campaign's business, or else the account's default. */
    private String pointUidOf(Campaign campaign) {
        Long business = campaign.businessId();
        String ofBusiness = business == null
                ? null
                : queryGateway
                        .ask(new FindBusinessPoints(campaign.account(), business))
                        .pointUid();
        return ofBusiness != null
                ? ofBusiness
                : queryGateway.ask(new FindAccount(campaign.account())).defaultPointUid();
    }

    /** Returns the balances of all these fans with one query. */
    PointsByFan find(Campaign campaign, List<Long> fanIds) {
        return queryGateway.ask(new FindPointsOfFans(campaign.account(), pointUidOf(campaign), fanIds));
    }
}
