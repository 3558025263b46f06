package encore.query.campaigns;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.QuizEvent;
import encore.kernel.campaigns.QuizId;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestion;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestions;
import encore.kernel.campaigns.QuizQuestion;
import encore.query.projection.Catalogue;
import encore.query.projection.Listed;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** The questions of each campaign with their right answers: only staff may ask here. */
@Component
class QuizProjection implements Projection {

    private static final Catalogue<QuizQuestion> QUIZZES = Catalogue.ofLists("quizzes", QuizQuestion.class);

    private final QueryGateway questions;

    QuizProjection(QueryGateway questions) {
        this.questions = questions;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("quizzes", List.of(QUIZZES.collection()));
    }

    @EventHandler
    void on(QuizEvent event, Recorded recorded, Documents.Batch documents) {
        QUIZZES.fold(event, recorded, documents);
    }

    @QueryHandler
    List<QuizQuestion> find(FindQuizQuestions query, Documents documents) {
        return QUIZZES.all(quiz(query.account(), query.pageTabId()), documents)
                .map(Listed::thing)
                .toList();
    }

    @QueryHandler
    QuizQuestion find(FindQuizQuestion query, Documents documents) {
        return QUIZZES.one(quiz(query.account(), query.pageTabId()), query.quizQuestionUid(), documents)
                .thing();
    }

    /** The list of a campaign, which must be there. */
    private QuizId quiz(long account, long pageTabId) {
        questions.ask(new FindCampaign(account, pageTabId));
        return new QuizId(new CampaignId(account, pageTabId));
    }
}
