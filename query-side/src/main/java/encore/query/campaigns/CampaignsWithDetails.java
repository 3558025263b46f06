package encore.query.campaigns;

import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.ReadCampaign;
import encore.kernel.lists.Ordered;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.PushedQuestion;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.kernel.shows.ShowQuery.FindPushedQuestions;
import encore.kernel.shows.ShowState;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemQuery.FindShownTabItems;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins a campaign with its tab items and quiz questions, and with the default texts of its business. */
@Component
class CampaignsWithDetails implements QueryComponent {

    private final QueryGateway queryGateway;

    CampaignsWithDetails(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Campaign.Single find(ReadCampaign query) {
        Campaign campaign = queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        return campaign.single(
                query.now(),
                liveStatus(campaign),
                business(campaign),
                query.withDetails() ? tabItems(query) : null,
                query.withDetails() ? questionsWithoutAnswers(campaign) : null);
    }

    private @Nullable Business business(Campaign campaign) {
        return campaign.businessId() == null
                ? null
                : queryGateway.ask(new FindBusinesses(campaign.account(), List.of(campaign.businessId()))).stream()
                        .findFirst()
                        .orElse(null);
    }

    private List<TabItem> tabItems(ReadCampaign query) {
        return queryGateway.ask(new FindShownTabItems(query.account(), query.pageTabId()));
    }

    private ShowState liveStatus(Campaign campaign) {
        return campaign.appType().hasShow()
                ? queryGateway
                        .ask(new FindLiveStatuses(campaign.account(), List.of(campaign.pageTabId())))
                        .of(campaign.pageTabId())
                : ShowState.OFF;
    }

    /**
     * Returns the questions without right answers, because readers of a campaign have a public key only. Of a campaign with
     * a live show they are those that were pushed: the others would show fans what will be asked.
     */
    private List<QuizQuestion.PublicQuestion> questionsWithoutAnswers(Campaign campaign) {
        Predicate<String> isShown = shownQuestions(campaign);
        return queryGateway.ask(new FindQuizQuestions(campaign.account(), campaign.pageTabId())).stream()
                .filter(question -> isShown.test(question.quizQuestionUid()))
                .sorted(Ordered.BY_ORDER)
                .map(QuizQuestion::withoutAnswers)
                .toList();
    }

    private Predicate<String> shownQuestions(Campaign campaign) {
        if (!campaign.appType().hasShow()) {
            return uid -> true;
        }
        return queryGateway.ask(new FindPushedQuestions(campaign.account(), campaign.pageTabId())).stream()
                .map(PushedQuestion::quizQuestionUid)
                .collect(Collectors.toSet())::contains;
    }
}
