package encore.query.shows;

import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestion;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.PushedQuestion;
import encore.kernel.shows.Show;
import encore.kernel.shows.ShowParts;
import encore.kernel.shows.ShowQuery.FindPushedQuestions;
import encore.kernel.shows.ShowQuery.FindShow;
import encore.kernel.shows.ShowQuery.FindShowParts;
import encore.kernel.shows.ShowQuery.FindShowQuestion;
import encore.kernel.shows.ShowQuestion;
import encore.kernel.shows.control.ControlStanding;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins a show with its campaign, the names of its moderators, and its questions with the answers of fans. */
@Component
class ShowView implements QueryComponent {

    private final QueryGateway queryGateway;
    private final @Nullable AnswerCountSource answers;

    ShowView(QueryGateway queryGateway, Optional<AnswerCountSource> answers) {
        this.queryGateway = queryGateway;
        this.answers = answers.orElse(null);
    }

    @QueryHandler
    Show find(FindShow query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        ShowParts parts = queryGateway.ask(new FindShowParts(query.account(), query.pageTabId(), query.asOf()));
        ControlStanding standing = parts.standing();
        return new Show(
                query.pageTabId(),
                standing.state(),
                standing.feed(),
                standing.live() == null ? null : Show.LiveOverlay.of(standing.live()),
                standing.pins().stream().map(Show.LiveOverlay::of).toList(),
                parts.chat(),
                moderators(query.account(), parts.moderators()));
    }

    /** Erased fans are left out. */
    private List<Show.Moderator> moderators(long account, List<Long> fanIds) {
        return fanIds.isEmpty()
                ? List.of()
                : queryGateway.ask(new FindFans(account, fanIds, false)).stream()
                        .map(fan -> new Show.Moderator(fan.fanId(), fan.displayName()))
                        .toList();
    }

    @QueryHandler
    ShowQuestion find(FindShowQuestion query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        String uid = query.quizQuestionUid();
        QuizQuestion question = queryGateway
                .ask(new FindQuizQuestion(query.account(), query.pageTabId(), uid))
                .withPointCount();
        PushedQuestion pushed = queryGateway.ask(new FindPushedQuestions(query.account(), query.pageTabId())).stream()
                .filter(each -> each.quizQuestionUid().equals(uid))
                .findFirst()
                .orElse(null);
        List<Long> counts = answers == null ? List.of() : answers.counts(query.account(), query.pageTabId(), uid);
        List<String> options = question.options() == null ? List.of() : question.options();
        return new ShowQuestion(
                uid,
                question.question() == null ? "" : question.question(),
                question.pointCount() == null ? 0 : question.pointCount(),
                question.rightAnswers() == null ? List.of() : question.rightAnswers(),
                pushed == null ? null : pushed.lastPushTimestamp(),
                pushed != null && pushed.resultsTimestamp() != null,
                pushed == null ? null : pushed.resultsTimestamp(),
                counts.stream().mapToLong(Long::longValue).sum(),
                IntStream.range(0, options.size())
                        .mapToObj(idx -> new ShowQuestion.OptionCount(
                                idx, options.get(idx), idx < counts.size() ? counts.get(idx) : 0))
                        .toList());
    }
}
