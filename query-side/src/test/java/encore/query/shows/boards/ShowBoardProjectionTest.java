package encore.query.shows.boards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.hiddenfans.HiddenFanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.answers.AnswerCounts;
import encore.kernel.shows.answers.AnswerQuery.FindAnswerCounts;
import encore.kernel.shows.answers.AnswerQuery.FindOwnAnswer;
import encore.kernel.shows.answers.OwnAnswer;
import encore.kernel.shows.answers.OwnAnswer.CountedOption;
import encore.kernel.shows.boards.PlayerStanding;
import encore.kernel.shows.boards.ShowBoardQuery.FindPlayerStandings;
import encore.kernel.shows.boards.ShowBoardQuery.FindStandingsAmong;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.ClickQuery.FindClickTotals;
import encore.kernel.shows.clicks.ClicksId;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.EventStats;
import encore.kernel.shows.scores.EventStats.ClickerCount;
import encore.kernel.shows.scores.EventStats.QuestionCount;
import encore.kernel.shows.scores.PlayerStats;
import encore.kernel.shows.scores.PlayerStats.OwnClicks;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import encore.kernel.shows.scores.ScoreQuery.FindPlayerStats;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.memory.NotInMemory;
import encore.query.memory.ShowBoardMemoryLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShowBoardProjectionTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    private static final CampaignId OTHER = new CampaignId(7, 18);
    private static final ShowId SHOW = new ShowId(CAMPAIGN);
    private static final Instant AT = Instant.parse("2026-05-01T20:00:00Z");

    private long budget = Long.MAX_VALUE;
    private ProjectionUnderTest<ShowBoardProjection> board = new ProjectionUnderTest<>(this::make);

    private ShowBoardProjection make() {
        var gateway = new FakeQueryGateway()
                .on(
                        FindCampaign.class,
                        query -> new Campaign(
                                7,
                                query.pageTabId(),
                                query.pageTabId() == 19 ? AppType.TRIVIA : AppType.LIVEXP,
                                null,
                                CampaignDetails.NONE,
                                Instant.EPOCH));
        return new ShowBoardProjection(gateway, new ShowBoardMemoryLimit(budget));
    }

    @AfterEach
    void close() {
        board.close();
    }

    @Test
    void answers_count_as_right_when_their_results_are_shown_and_not_before() {
        board.given(created(CAMPAIGN), quiz("q1"), answered(41, "q1", 2, 0), answered(42, "q1", 2, 1));
        eachWay(show -> {
            assertThat(ask(() -> show.find(new FindPlayerStandings(7, 17, 0, 10))))
                    .containsExactly(new PlayerStanding(1, 41, 0, 0, 0), new PlayerStanding(2, 42, 0, 0, 0));
            assertThat(ask(() -> show.find(new FindPlayerStats(7, 17, 42))))
                    .isEqualTo(new PlayerStats(42, 2L, 0, 0, 0, 1, 0, List.of()));
            assertThat(ask(() -> show.find(new FindOwnAnswer(7, 17, 42, "q1"))))
                    .isEqualTo(new OwnAnswer("q1", 1, null, null, false, options(null, null, null)));
            assertThat(ask(() -> show.find(new FindAnswerCounts(7, 17, "q1"))).total())
                    .isEqualTo(2);
        });
        board.given(new QuizResultsShown(SHOW, "q1", List.of(1), 10), answered(43, "q1", 2, 1));
        eachWay(show -> {
            assertThat(ask(() -> show.find(new FindPlayerStandings(7, 17, 0, 10))))
                    .containsExactly(
                            new PlayerStanding(1, 42, 1, 10, 0),
                            new PlayerStanding(2, 43, 1, 10, 0),
                            new PlayerStanding(3, 41, 0, 0, 0));
            assertThat(ask(() -> show.find(new FindOwnAnswer(7, 17, 42, "q1"))))
                    .isEqualTo(new OwnAnswer("q1", 1, true, List.of(1), true, options(1L, 2L, 0L)));
            assertThat(ask(() -> show.find(new FindOwnAnswer(7, 17, 41, "q1"))).isCorrect())
                    .isFalse();
            assertThat(ask(() -> show.find(new FindOwnAnswer(7, 17, 99, "q1"))))
                    .isEqualTo(new OwnAnswer("q1", null, null, List.of(1), true, options(1L, 2L, 0L)));
            assertThat(ask(() -> show.find(new FindAnswerCounts(7, 17, "q1"))).of(1))
                    .isEqualTo(2);
        });
    }

    @Test
    void of_a_question_without_right_answers_nothing_is_right_or_wrong() {
        board.given(created(CAMPAIGN), quiz("q1"), answered(41, "q1", 2, 0))
                .given(new QuizResultsShown(SHOW, "q1", List.of(), 10));
        eachWay(show -> {
            assertThat(ask(() -> show.find(new FindOwnAnswer(7, 17, 41, "q1"))))
                    .isEqualTo(new OwnAnswer("q1", 0, null, List.of(), true, options(1L, 0L, 0L)));
            assertThat(ask(() -> show.find(new FindPlayerStandings(7, 17, 0, 10))))
                    .containsExactly(new PlayerStanding(1, 41, 0, 0, 0));
        });
    }

    @Test
    void a_question_that_was_not_pushed_and_a_campaign_without_a_show_are_refused() {
        board.given(created(CAMPAIGN), quiz("q1"));
        assertThatThrownBy(() -> ask(() -> board.projection().find(new FindOwnAnswer(7, 17, 41, "q2"))))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("quiz_question_uid"));
        assertThatThrownBy(() -> ask(() -> board.projection().find(new FindPlayerStats(7, 19, 41))))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("no-show"));
        assertThat(ask(() -> board.projection().find(new FindAnswerCounts(7, 17, "q2"))))
                .isEqualTo(new AnswerCounts(List.of()));
    }

    @Test
    void a_show_counts_its_interactions() {
        board.given(created(CAMPAIGN), new ShowStateChanged(SHOW, ShowState.PENDING), quiz("q1"), clicker(2L, 100L))
                .given(joined(40, "a1"), joined(40, null), said(41), said(41), answered(42, "q1", 3, 0))
                .given(clicks(4, 42, 5, 43, 70), clicks(4, 42, 4, 43, 71), game(44, 9));
        eachWay(show -> {
            assertThat(ask(() -> show.find(new FindEventStats(7, 17))))
                    .isEqualTo(new EventStats(
                            ShowState.PENDING,
                            5,
                            2,
                            List.of(new QuestionCount("q1", 1)),
                            List.of(new ClickerCount(ShowUid.CLICKER_INSTANCE.at(4), 2, 76))));
            assertThat(ask(() -> show.find(new FindPlayerStats(7, 17, 43))))
                    .isEqualTo(new PlayerStats(
                            43, 1L, 100, 100, 0, 0, 0, List.of(new OwnClicks(ShowUid.CLICKER_INSTANCE.at(4), 71))));
            assertThat(ask(() -> show.find(new FindPlayerStats(7, 17, 41))).chatMessageCount())
                    .isEqualTo(2);
            assertThat(ask(() -> show.find(new FindPlayerStats(7, 17, 99))))
                    .isEqualTo(new PlayerStats(99, null, 0, 0, 0, 0, 0, List.of()));
            assertThat(ask(() -> show.find(new FindClickTotals(7, 17, 4, List.of(43L, 99L, 42L)))))
                    .containsExactly(new ClickTotal(43, 71), new ClickTotal(99, 0), new ClickTotal(42, 5));
        });
    }

    @Test
    void hidden_and_erased_fans_have_no_place_and_ranks_have_no_gap() {
        board.given(created(CAMPAIGN), game(41, 30), game(42, 20), game(43, 10), game(44, 5))
                .given(new FanHidden(new HiddenFanId(CAMPAIGN, 41)), new FanErased(new FanId(7, 42)))
                .given(new FanErased(new FanId(8, 43)), new FanHidden(new HiddenFanId(OTHER, 43)));
        eachWay(show -> {
            assertThat(ask(() -> show.find(new FindPlayerStandings(7, 17, 0, 10))))
                    .containsExactly(new PlayerStanding(1, 43, 0, 10, 0), new PlayerStanding(2, 44, 0, 5, 0));
            assertThat(ask(() -> show.find(new FindPlayerStats(7, 17, 41))).rank())
                    .isNull();
            assertThat(ask(() -> show.find(new FindStandingsAmong(7, 17, List.of(44L, 41L, 42L)))))
                    .containsExactly(new PlayerStanding(2, 44, 0, 5, 0));
        });
        board.given(new FanShown(new HiddenFanId(CAMPAIGN, 41)));
        eachWay(show -> assertThat(
                        ask(() -> show.find(new FindPlayerStats(7, 17, 44))).rank())
                .isEqualTo(3L));
    }

    @Test
    void all_other_records_of_the_campaign_count_and_those_of_the_show_count_once() {
        board.given(created(CAMPAIGN), created(OTHER))
                .given(awarded(41, 17L, "fan_points", 7), awarded(41, 17L, "live", 100), awarded(41, 18L, "quest", 9))
                .given(
                        awarded(41, 17L, "wager", -2),
                        awarded(41, null, "fan_points", 50),
                        awarded(41, 19L, "quest", 9));
        eachWay(show -> assertThat(ask(() -> show.find(new FindPlayerStandings(7, 17, 0, 10))))
                .containsExactly(new PlayerStanding(1, 41, 0, 5, 0)));
    }

    @Test
    void a_late_event_counts_in_its_place() {
        board.given(created(CAMPAIGN), quiz("q1"), answered(41, "q1", 2, 0));
        board.givenLate(answered(42, "q1", 2, 1), new QuizResultsShown(SHOW, "q1", List.of(1), 10), game(43, 10));
        assertThatThrownBy(() -> board.projection()
                        .apply(List.of(new RecordedEvent(
                                game(44, 1), 4, AT, "player.7.17.44", 0, new RecordedEvent.Origin(7, "a", "b", "c")))))
                .as("all is loaded again")
                .isInstanceOf(IllegalStateException.class);
        try (var again = board.replayed()) {
            assertThat(again.checksums()).isEqualTo(board.checksums());
        }
        board = board.restarted();
        assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 0, 10))))
                .containsExactly(
                        new PlayerStanding(1, 42, 1, 10, 0),
                        new PlayerStanding(2, 43, 0, 10, 0),
                        new PlayerStanding(3, 41, 0, 0, 0));
    }

    @Test
    void a_day_after_the_end_a_board_leaves_memory_and_a_question_brings_it_back() {
        board.at(AT).given(created(CAMPAIGN), new ShowStateChanged(SHOW, ShowState.PENDING), game(41, 5));
        ask(() -> board.projection().find(new FindEventStats(7, 17)));
        board.given(new ShowStateChanged(SHOW, ShowState.ACTIVE), new ShowStateChanged(SHOW, ShowState.FINISHED));
        board.at(AT.plus(Duration.ofDays(2))).given(game(42, 6));
        assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 0, 10))))
                .containsExactly(new PlayerStanding(1, 42, 0, 6, 0), new PlayerStanding(2, 41, 0, 5, 0));
    }

    @Test
    void a_large_board_is_ranked_as_a_whole_and_in_parts() {
        board.given(created(CAMPAIGN));
        List<Event> all = new ArrayList<>(LongStream.range(1, 2_501)
                .<Event>mapToObj(fan -> game(fan, fan % 700 + 1))
                .toList());
        Collections.shuffle(all, new Random(1));
        board.given(all.toArray(Event[]::new));
        List<PlayerStanding> whole = ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 0, 5_000)));
        assertThat(whole).hasSize(2_500);
        assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 0, 100))))
                .isEqualTo(whole.subList(0, 100));
        assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 900, 200))))
                .isEqualTo(whole.subList(900, 1_100));
        assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 2_499, 10))))
                .isEqualTo(whole.subList(2_499, 2_500));
        PlayerStanding some = whole.get(1_234);
        assertThat(ask(() -> board.projection().find(new FindPlayerStats(7, 17, some.fanId())))
                        .rank())
                .isEqualTo(some.rank());
        assertThat(ask(() -> board.projection()
                        .find(new FindStandingsAmong(
                                7,
                                17,
                                whole.subList(5, 15).stream()
                                        .map(PlayerStanding::fanId)
                                        .toList()))))
                .isEqualTo(whole.subList(5, 15));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE})
    void random_histories_are_counted_as_an_oracle_counts_them(long bytes) {
        budget = bytes;
        Random random = new Random(17);
        for (int round = 0; round < 6; round++) {
            board.close();
            board = new ProjectionUnderTest<>(this::make);
            ShowOracle oracle = new ShowOracle(CAMPAIGN);
            Set<String> answered = new HashSet<>();
            List<Long> clickers = new ArrayList<>();
            List<Long> quizzes = new ArrayList<>();
            feed(board, oracle, created(CAMPAIGN), quiz("q0"), clicker(3L, 40L));
            quizzes.add(2L);
            clickers.add(3L);
            for (int batch = 0; batch < 30; batch++) {
                List<Event> events = new ArrayList<>();
                for (int i = 0; i < 1 + random.nextInt(12); i++) {
                    long position = oracle.position() + events.size() + 1;
                    Event event = random(random, answered, quizzes, clickers, position);
                    if (event != null) {
                        events.add(event);
                    }
                }
                if (!events.isEmpty()) {
                    feed(board, oracle, events.toArray(Event[]::new));
                }
                assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 0, 1_000))))
                        .isEqualTo(oracle.standings());
            }
            try (var again = board.replayed()) {
                assertThat(again.checksums()).isEqualTo(board.checksums());
                assertThat(ask(() -> again.projection().find(new FindPlayerStandings(7, 17, 0, 1_000))))
                        .isEqualTo(oracle.standings());
            }
            board = board.restarted();
            assertThat(ask(() -> board.projection().find(new FindPlayerStandings(7, 17, 0, 1_000))))
                    .isEqualTo(oracle.standings());
        }
    }

    private static void feed(ProjectionUnderTest<ShowBoardProjection> projection, ShowOracle oracle, Event... events) {
        for (Event event : events) {
            oracle.add(event);
        }
        projection.given(events);
    }

    private static @Nullable Event random(
            Random random, Set<String> answered, List<Long> quizzes, List<Long> clickers, long position) {
        long fan = 1 + random.nextInt(25);
        int question = random.nextInt(quizzes.size());
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 ->
                answered.add(question + "/" + fan)
                        ? answered(fan, "q" + question, quizzes.get(question), random.nextInt(3))
                        : null;
            case 4 -> new QuizResultsShown(SHOW, "q" + question, List.of(random.nextInt(3)), random.nextInt(20));
            case 5 -> {
                quizzes.add(position);
                yield quiz("q" + (quizzes.size() - 1));
            }
            case 6 -> {
                clickers.add(position);
                yield clicker((long) random.nextInt(4), random.nextBoolean() ? null : (Long) 25L);
            }
            case 7, 8 ->
                clicks(
                        clickers.get(random.nextInt(clickers.size())),
                        fan,
                        1 + random.nextInt(30),
                        1 + random.nextInt(25),
                        1 + random.nextInt(30));
            case 9 -> game(fan, 1 + random.nextInt(9));
            case 10 ->
                awarded(
                        fan,
                        random.nextInt(4) == 0 ? 18L : 17L,
                        random.nextInt(3) == 0 ? "live" : "fan_points",
                        random.nextInt(30) - 10);
            case 11 -> random.nextBoolean() ? joined(fan, random.nextBoolean() ? "a" : null) : said(fan);
            case 12 ->
                random.nextBoolean()
                        ? new FanHidden(new HiddenFanId(CAMPAIGN, fan))
                        : new FanShown(new HiddenFanId(CAMPAIGN, fan));
            default ->
                random.nextInt(6) == 0
                        ? new FanErased(new FanId(7, fan))
                        : new ShowStateChanged(SHOW, ShowState.values()[random.nextInt(4)]);
        };
    }

    /** Asks now, of one that was made anew, of one that was restarted, and of one that has no memory to keep a board. */
    private void eachWay(Consumer<ShowBoardProjection> question) {
        question.accept(board.projection());
        try (var again = board.replayed()) {
            assertThat(again.checksums()).isEqualTo(board.checksums());
            question.accept(again.projection());
        }
        budget = 0;
        try (var again = board.replayed()) {
            question.accept(again.projection());
        }
        budget = Long.MAX_VALUE;
    }

    /** Queries as the query side does: reads boards that are not in memory, and pins them until the answer is given. */
    private static <R> R ask(Supplier<R> question) {
        List<NotInMemory.LoadedData> loaded = new ArrayList<>();
        try {
            while (true) {
                try {
                    return question.get();
                } catch (NotInMemory e) {
                    loaded.add(e.load());
                }
            }
        } finally {
            loaded.forEach(NotInMemory.LoadedData::close);
        }
    }

    private static List<CountedOption> options(@Nullable Long... counts) {
        return List.of(
                new CountedOption(0, "Ann", counts[0]),
                new CountedOption(1, "Bob", counts[1]),
                new CountedOption(2, "Cy", counts[2]));
    }

    private static CampaignCreated created(CampaignId campaign) {
        return new CampaignCreated(campaign, AppType.LIVEXP, null, CampaignDetails.NONE);
    }

    private static OverlayPushed quiz(String question) {
        return new OverlayPushed(
                SHOW,
                new ShownOverlay(
                        OverlayBuilder.builder()
                                .appOverlayUid("o")
                                .overlayType(OverlayType.QUIZ_QUESTION)
                                .quizQuestionUid(question)
                                .build(),
                        "Who scored?",
                        List.of("Ann", "Bob", "Cy"),
                        10L,
                        null),
                false);
    }

    private static OverlayPushed clicker(@Nullable Long pointsPerClick, @Nullable Long maxPoints) {
        var clicker = OverlayBuilder.builder()
                .appOverlayUid("c")
                .overlayType(OverlayType.CLICKER)
                .pointsPerClick(pointsPerClick)
                .maxPoints(maxPoints)
                .build();
        return new OverlayPushed(SHOW, ShownOverlay.of(clicker), false);
    }

    private static PlayerId player(long fan) {
        return new PlayerId(CAMPAIGN, fan);
    }

    private static QuizQuestionAnswered answered(long fan, String question, long push, int idx) {
        return new QuizQuestionAnswered(player(fan), question, idx, push, AT);
    }

    private static ClicksCounted clicks(long clicker, long fan, long count, long other, long otherCount) {
        return new ClicksCounted(
                new ClicksId(CAMPAIGN, "u"),
                clicker,
                List.of(new ClickTotal(fan, count), new ClickTotal(other, otherCount)));
    }

    private static GamePointsReported game(long fan, long points) {
        return new GamePointsReported(player(fan), "darts", points, "p", AT);
    }

    private static RoomJoined joined(long fan, @Nullable String activityUid) {
        return new RoomJoined(player(fan), "global_chat:room:17", activityUid);
    }

    private static ChatMessageSent said(long fan) {
        return new ChatMessageSent(player(fan), "global_chat:room:17", "Hi");
    }

    private static PointsAwarded awarded(long fan, @Nullable Long page, String source, long count) {
        var details =
                AwardDetailsBuilder.builder(AwardDetails.NONE).pageTabId(page).build();
        var award = new AwardPoints(new LedgerId(new FanId(7, fan), "discs"), "p", count, source, details);
        return PointsAwarded.of(award, count);
    }
}
