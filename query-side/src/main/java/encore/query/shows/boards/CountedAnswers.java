package encore.query.shows.boards;

import encore.kernel.shows.answers.AnswerQuery.FindAnswerCounts;
import encore.query.projection.QueryGateway;
import encore.query.shows.AnswerCountSource;
import java.util.List;
import org.springframework.stereotype.Component;

/** Shows the control room how many fans chose each option. */
@Component
class CountedAnswers implements AnswerCountSource {

    private final QueryGateway queryGateway;

    CountedAnswers(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public List<Long> counts(long account, long pageTabId, String quizQuestionUid) {
        return queryGateway
                .ask(new FindAnswerCounts(account, pageTabId, quizQuestionUid))
                .answerCounts();
    }
}
