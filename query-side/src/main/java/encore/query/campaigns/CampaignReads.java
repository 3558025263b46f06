package encore.query.campaigns;

import encore.kernel.Ordered;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ReadCampaign;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestions;
import encore.kernel.campaigns.QuizQuestion;
import encore.kernel.campaigns.TabItem;
import encore.kernel.campaigns.TabItemQuery.FindShownTabItems;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins a campaign with its tab items and quiz questions, and with the default texts of its business. */
@Component
class CampaignReads implements QueryComponent {

    private final QueryGateway questions;

    CampaignReads(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    Campaign.Single find(ReadCampaign query) {
        Campaign campaign = questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        return campaign.single(
                query.now(),
                business(campaign),
                query.withDetails() ? tabItems(query) : null,
                query.withDetails() ? asked(query) : null);
    }

    private @Nullable Business business(Campaign campaign) {
        return campaign.businessId() == null
                ? null
                : questions.ask(new FindBusinesses(campaign.account(), List.of(campaign.businessId()))).stream()
                        .findFirst()
                        .orElse(null);
    }

    private List<TabItem> tabItems(ReadCampaign query) {
        return questions.ask(new FindShownTabItems(query.account(), query.pageTabId()));
    }

    /** Returns the questions without right answers, because readers of a campaign have a public key only. */
    private List<QuizQuestion.Asked> asked(ReadCampaign query) {
        return questions.ask(new FindQuizQuestions(query.account(), query.pageTabId())).stream()
                .sorted(Ordered.BY_ORDER)
                .map(QuizQuestion::asked)
                .toList();
    }
}
