package encore.query.activities;

import encore.kernel.Refusal;
import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.businesses.BusinessQuery.FindManagedBusiness;
import encore.kernel.campaigns.Campaign;
import encore.kernel.points.Balance;
import encore.kernel.points.PointsQuery.FindBalances;
import encore.query.projection.QueryGateway;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Says what fans have now of the points that a wager campaign is about. */
@Component
class WagerBalances {

    private final QueryGateway questions;

    WagerBalances(QueryGateway questions) {
        this.questions = questions;
    }

    /** Its business's kind of points, else the account's default one. */
    String pointsOf(Campaign campaign) {
        String ofBusiness =
                campaign.businessId() == null ? null : ofBusiness(campaign.account(), campaign.businessId());
        return ofBusiness != null
                ? ofBusiness
                : questions.ask(new FindAccount(campaign.account())).defaultPointUid();
    }

    private @Nullable String ofBusiness(long account, long businessId) {
        try {
            return questions
                    .ask(new FindManagedBusiness(account, businessId))
                    .details()
                    .pointUid();
        } catch (Refusal removed) {
            return null;
        }
    }

    long of(long account, long fanId, String pointUid) {
        return questions.ask(new FindBalances(account, fanId, null)).stream()
                .filter(balance -> balance.pointUid().equals(pointUid))
                .mapToLong(Balance::balance)
                .sum();
    }
}
