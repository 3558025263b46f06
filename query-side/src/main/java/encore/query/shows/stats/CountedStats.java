package encore.query.shows.stats;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.paging.Page;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.answers.AnswerCounts;
import encore.kernel.shows.answers.AnswerQuery.FindAnswerCounts;
import encore.kernel.shows.boards.PlayerStanding;
import encore.kernel.shows.boards.ShowBoardQuery.FindPlayerStandings;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.scores.EventStats.ClickerCount;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import encore.kernel.shows.stats.StatsQuery.ListClickerResults;
import encore.kernel.shows.stats.StatsQuery.ListQuizResults;
import encore.kernel.shows.stats.StatsQuery.ListRankedPlayers;
import encore.kernel.shows.stats.StatsRow.ClickerResult;
import encore.kernel.shows.stats.StatsRow.QuizResult;
import encore.kernel.shows.stats.StatsRow.RankedPlayer;
import encore.kernel.shows.stats.TimelineQuery.FindPushes;
import encore.kernel.shows.stats.TimelineQuery.FindQuestionPushes;
import encore.kernel.shows.stats.TimelineQuery.OverlayPush;
import encore.kernel.shows.stats.TimelineQuery.PushedQuestion;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers statistics of shows that join the timeline with the ranking, and with what is counted of answers and clicks. */
@Component
class CountedStats implements QueryComponent {

    private final QueryGateway queryGateway;

    CountedStats(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<RankedPlayer> find(ListRankedPlayers query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        int skip = skipped(query.paging().after());
        int limit = query.paging().limit();
        List<PlayerStanding> found =
                queryGateway.ask(new FindPlayerStandings(query.account(), query.pageTabId(), skip, limit + 1));
        List<PlayerStanding> shown = found.subList(0, Math.min(limit, found.size()));
        DisplayNames names = queryGateway.ask(new FindDisplayNames(
                query.account(), shown.stream().map(PlayerStanding::fanId).toList()));
        List<RankedPlayer> rows = shown.stream()
                .map(standing -> new RankedPlayer(
                        standing.rank(),
                        standing.fanId(),
                        names.of(standing.fanId()),
                        standing.correctAnswerCount(),
                        standing.points(),
                        standing.clickerPoints()))
                .toList();
        return new Page<>(rows, Integer.toString(skip), Integer.toString(skip + rows.size()), found.size() > limit, 0);
    }

    private static int skipped(@Nullable String after) {
        try {
            return after == null ? 0 : Integer.parseUnsignedInt(after);
        } catch (NumberFormatException malformed) {
            throw new Refusal(RULE, "malformed-key", "A page key is malformed.");
        }
    }

    @QueryHandler
    Page<QuizResult> find(ListQuizResults query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<PushedQuestion> page = queryGateway.ask(
                new FindQuestionPushes(query.account(), query.pageTabId(), query.seconds(), query.paging()));
        List<QuizResult> rows = page.rows().stream()
                .flatMap(question -> results(
                        question,
                        queryGateway.ask(
                                new FindAnswerCounts(query.account(), query.pageTabId(), question.quizQuestionUid()))))
                .toList();
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }

    private static Stream<QuizResult> results(PushedQuestion question, AnswerCounts counts) {
        return IntStream.range(0, question.options().size())
                .mapToObj(idx -> new QuizResult(
                        question.quizQuestionUid(),
                        question.question(),
                        idx,
                        question.options().get(idx),
                        question.isCorrect(idx),
                        counts.of(idx),
                        question.pushedAt(),
                        question.resultsAt()));
    }

    @QueryHandler
    Page<ClickerResult> find(ListClickerResults query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), query.paging(), queryGateway);
        Page<OverlayPush> page = queryGateway.ask(new FindPushes(
                query.account(), query.pageTabId(), OverlayType.CLICKER, query.seconds(), query.paging()));
        Map<String, ClickerCount> counts =
                queryGateway.ask(new FindEventStats(query.account(), query.pageTabId())).clickers().stream()
                        .collect(Collectors.toMap(ClickerCount::clickerInstanceUid, count -> count));
        return page.map(push -> {
            String uid = ShowUid.CLICKER_INSTANCE.at(push.position());
            ClickerCount count = counts.getOrDefault(uid, new ClickerCount(uid, 0, 0));
            return new ClickerResult(uid, push.publicName(), push.startedAt(), count.fanCount(), count.clickCount());
        });
    }
}
