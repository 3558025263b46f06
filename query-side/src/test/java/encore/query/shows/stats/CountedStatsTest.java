package encore.query.shows.stats;

import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.AppType;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.answers.AnswerCounts;
import encore.kernel.shows.answers.AnswerQuery.FindAnswerCounts;
import encore.kernel.shows.boards.PlayerStanding;
import encore.kernel.shows.boards.ShowBoardQuery.FindPlayerStandings;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.scores.EventStats;
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
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CountedStatsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final NextKey FIRST = new NextKey(null, 2);

    private final FakeQueryGateway gateway = springIsThere(AppType.LIVEXP);
    private final CountedStats stats = new CountedStats(gateway);

    @Test
    void the_ranking_is_answered_a_page_at_a_time() {
        List<PlayerStanding> all = LongStream.rangeClosed(1, 3)
                .mapToObj(rank -> new PlayerStanding(rank, 10 + rank, 5 - rank, 100 - rank, 7))
                .toList();
        gateway.on(
                        FindPlayerStandings.class,
                        query -> all.stream()
                                .skip(query.skip())
                                .limit(query.limit())
                                .toList())
                .on(FindDisplayNames.class, query -> new DisplayNames(Map.of(11L, "Ada")));
        Page<RankedPlayer> page = stats.find(new ListRankedPlayers(7, 100, FIRST));
        assertThat(page.rows())
                .containsExactly(new RankedPlayer(1, 11, "Ada", 4, 99, 7), new RankedPlayer(2, 12, null, 3, 98, 7));
        assertThat(page.more()).isTrue();
        Page<RankedPlayer> last = stats.find(new ListRankedPlayers(7, 100, new NextKey(page.last(), 2)));
        assertThat(last.rows()).extracting(RankedPlayer::rank).containsExactly(3L);
        assertThat(last.more()).isFalse();
    }

    @Test
    void a_question_has_a_row_for_each_option() {
        gateway.on(
                        FindQuestionPushes.class,
                        query -> new Page<>(
                                List.of(
                                        new PushedQuestion(
                                                "q1",
                                                "How many?",
                                                List.of("1", "2"),
                                                NOON,
                                                NOON.plusSeconds(9),
                                                List.of(1)),
                                        new PushedQuestion("q2", "Who?", List.of("A"), NOON, null, null)),
                                "a",
                                "b",
                                false,
                                9))
                .on(
                        FindAnswerCounts.class,
                        query -> new AnswerCounts(query.quizQuestionUid().equals("q1") ? List.of(4L, 6L) : List.of()));
        assertThat(stats.find(new ListQuizResults(7, 100, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(
                        new QuizResult("q1", "How many?", 0, "1", false, 4, NOON, NOON.plusSeconds(9)),
                        new QuizResult("q1", "How many?", 1, "2", true, 6, NOON, NOON.plusSeconds(9)),
                        new QuizResult("q2", "Who?", 0, "A", null, 0, NOON, null));
    }

    @Test
    void pushes_of_clickers_are_shown_with_their_clicks() {
        String clicked = ShowUid.CLICKER_INSTANCE.at(70);
        gateway.on(
                        FindPushes.class,
                        query -> new Page<>(
                                List.of(
                                        new OverlayPush(70, "uid", OverlayType.CLICKER, "Clap", NOON, null),
                                        new OverlayPush(71, "uid", OverlayType.CLICKER, "Clap", NOON, null)),
                                "a",
                                "b",
                                false,
                                9))
                .on(
                        FindEventStats.class,
                        query -> new EventStats(
                                ShowState.ACTIVE, 3, 0, List.of(), List.of(new ClickerCount(clicked, 3, 90))));
        assertThat(stats.find(new ListClickerResults(7, 100, SecondRange.ALL, FIRST))
                        .rows())
                .containsExactly(
                        new ClickerResult(clicked, "Clap", NOON, 3, 90),
                        new ClickerResult(ShowUid.CLICKER_INSTANCE.at(71), "Clap", NOON, 0, 0));
    }
}
