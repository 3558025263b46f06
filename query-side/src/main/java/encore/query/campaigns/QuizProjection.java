package encore.query.campaigns;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.QuizEvent.QuizQuestionAdded;
import encore.kernel.campaigns.QuizEvent.QuizQuestionChanged;
import encore.kernel.campaigns.QuizEvent.QuizQuestionRemoved;
import encore.kernel.campaigns.QuizId;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestion;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestions;
import encore.kernel.campaigns.QuizQuestion;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the quiz questions of each campaign with their right answers. Only staff may query them. */
@Component
class QuizProjection implements Projection {

    private static final Collection<OfCampaign> QUIZZES = Collection.of("quizzes", OfCampaign.class);

    private final QueryGateway questions;

    QuizProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /** All questions of one campaign. A rule of the command side allows only a few. */
    record OfCampaign(List<QuizQuestion> questions) {

        OfCampaign change(UnaryOperator<Stream<QuizQuestion>> change) {
            return new OfCampaign(change.apply(questions.stream()).toList());
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("quizzes", List.of(QUIZZES));
    }

    @EventHandler
    void on(QuizQuestionAdded event, Documents.Batch documents) {
        String uid = event.question().quizQuestionUid();
        change(
                event.quiz(),
                documents,
                before -> Stream.concat(
                        before.filter(each -> !each.quizQuestionUid().equals(uid)), Stream.of(event.question())));
    }

    @EventHandler
    void on(QuizQuestionChanged event, Documents.Batch documents) {
        String uid = event.question().quizQuestionUid();
        change(
                event.quiz(),
                documents,
                before -> before.map(each -> each.quizQuestionUid().equals(uid) ? event.question() : each));
    }

    @EventHandler
    void on(QuizQuestionRemoved event, Documents.Batch documents) {
        change(
                event.quiz(),
                documents,
                before -> before.filter(each -> !each.quizQuestionUid().equals(event.quizQuestionUid())));
    }

    private static void change(QuizId quiz, Documents.Batch documents, UnaryOperator<Stream<QuizQuestion>> change) {
        documents.put(QUIZZES, quiz.toString(), of(quiz, documents).change(change));
    }

    private static OfCampaign of(QuizId quiz, Documents documents) {
        OfCampaign found = documents.get(QUIZZES, quiz.toString());
        return found == null ? new OfCampaign(List.of()) : found;
    }

    @QueryHandler
    List<QuizQuestion> find(FindQuizQuestions query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        return of(new QuizId(new CampaignId(query.account(), query.pageTabId())), documents)
                .questions();
    }

    @QueryHandler
    QuizQuestion find(FindQuizQuestion query, Documents documents) {
        return find(new FindQuizQuestions(query.account(), query.pageTabId()), documents).stream()
                .filter(each -> each.quizQuestionUid().equals(query.quizQuestionUid()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("The campaign has no such question."));
    }
}
