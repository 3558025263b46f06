package encore.query.shows;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.ListCampaignsWithShow;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.paging.Page;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestion;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.LiveStatuses;
import encore.kernel.shows.PushedQuestion;
import encore.kernel.shows.Show;
import encore.kernel.shows.ShowParts;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.kernel.shows.ShowQuery.FindPushedQuestions;
import encore.kernel.shows.ShowQuery.FindShow;
import encore.kernel.shows.ShowQuery.FindShowParts;
import encore.kernel.shows.ShowQuery.FindShowQuestion;
import encore.kernel.shows.ShowQuery.FindShowQuestions;
import encore.kernel.shows.ShowQuery.ListShows;
import encore.kernel.shows.ShowQuestion;
import encore.kernel.shows.control.ControlStanding;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        Campaign campaign = ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        ShowParts parts = queryGateway.ask(new FindShowParts(query.account(), query.pageTabId(), query.asOf()));
        ControlStanding standing = parts.standing();
        return new Show(
                query.pageTabId(),
                campaign.name(),
                standing.state(),
                standing.feed(),
                standing.live() == null ? null : Show.LiveOverlay.of(standing.live()),
                standing.pins().stream().map(Show.LiveOverlay::of).toList(),
                parts.chat(),
                moderators(query.account(), parts.moderators()));
    }

    @QueryHandler
    Page<Show.Row> find(ListShows query) {
        Page<Campaign> page = queryGateway.ask(new ListCampaignsWithShow(query.account(), query.paging()));
        List<Long> pageTabIds = page.rows().stream().map(Campaign::pageTabId).toList();
        LiveStatuses statuses = queryGateway.ask(new FindLiveStatuses(query.account(), pageTabIds));
        return page.map(campaign -> Show.Row.of(campaign, statuses.of(campaign.pageTabId())));
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
        QuizQuestion question =
                queryGateway.ask(new FindQuizQuestion(query.account(), query.pageTabId(), query.quizQuestionUid()));
        return question(query.account(), query.pageTabId(), question, pushed(query.account(), query.pageTabId()));
    }

    @QueryHandler
    List<ShowQuestion> find(FindShowQuestions query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        Map<String, PushedQuestion> pushed = pushed(query.account(), query.pageTabId());
        return queryGateway.ask(new FindQuizQuestions(query.account(), query.pageTabId())).stream()
                .map(question -> question(query.account(), query.pageTabId(), question, pushed))
                .toList();
    }

    private Map<String, PushedQuestion> pushed(long account, long pageTabId) {
        return queryGateway.ask(new FindPushedQuestions(account, pageTabId)).stream()
                .collect(Collectors.toMap(PushedQuestion::quizQuestionUid, Function.identity()));
    }

    private ShowQuestion question(
            long account, long pageTabId, QuizQuestion stored, Map<String, PushedQuestion> allPushed) {
        QuizQuestion question = stored.withPointCount();
        String uid = question.quizQuestionUid();
        PushedQuestion pushed = allPushed.get(uid);
        List<Long> counts = answers == null ? List.of() : answers.counts(account, pageTabId, uid);
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
