package encore.query.quizzes;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.quizzes.QuizEvent.QuestionEvent;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestion;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the quiz questions of each campaign with their right answers. Only staff may query them. */
@Component
class QuizProjection implements Projection {

    private static final Catalogue<QuizQuestion> QUESTIONS = Catalogue.ofLists("questions", QuizQuestion.class);

    /** The questions of a campaign as earlier builds stored them: answered until the view is made anew, which leaves it empty. */
    private static final Collection<OfCampaign> BEFORE = Collection.of("quizzes", OfCampaign.class);

    private final QueryGateway queryGateway;

    record OfCampaign(List<QuizQuestion> questions) {}

    QuizProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("quizzes", List.of(BEFORE, QUESTIONS.collection()));
    }

    @EventHandler
    void on(QuestionEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        QUESTIONS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<QuizQuestion> find(FindQuizQuestions query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        var list = new QuizId(new CampaignId(query.account(), query.pageTabId()));
        OfCampaign before = documents.get(BEFORE, list.toString());
        Stream<QuizQuestion> added = QUESTIONS.all(list, documents).map(CatalogueEntry::thing);
        return Stream.concat(before == null ? Stream.of() : before.questions().stream(), added)
                .map(QuizQuestion::withPointCount)
                .toList();
    }

    @QueryHandler
    QuizQuestion find(FindQuizQuestion query, Documents documents) {
        return find(new FindQuizQuestions(query.account(), query.pageTabId()), documents).stream()
                .filter(each -> each.quizQuestionUid().equals(query.quizQuestionUid()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The campaign has no such question."));
    }
}
