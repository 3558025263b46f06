package encore.query.shows.stats;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.stats.StatsRow.FeedPeriod;
import encore.kernel.shows.stats.TimelineQuery.FindFeedPeriods;
import encore.kernel.shows.stats.TimelineQuery.FindPushes;
import encore.kernel.shows.stats.TimelineQuery.FindQuestionPushes;
import encore.kernel.shows.stats.TimelineQuery.OverlayPush;
import encore.kernel.shows.stats.TimelineQuery.PushedQuestion;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShowTimelineProjectionTest {

    private static final ShowId SHOW = new ShowId(SPRING);
    private static final NextKey ALL = new NextKey(null, 100);
    private static final Feed STAGE = new Feed("stage", "Stage", null, null, null);
    private static final Feed LOUNGE = new Feed("lounge", "Lounge", null, null, null);

    private final ProjectionUnderTest<ShowTimelineProjection> shows =
            new ProjectionUnderTest<>(ShowTimelineProjection::new);

    @AfterEach
    void replayed() {
        try (var again = shows.replayed()) {
            assertThat(again.checksums()).isEqualTo(shows.checksums());
        }
        shows.close();
    }

    /** Event n happens n seconds after the start. */
    private static Instant at(int position) {
        return ProjectionUnderTest.START.plusSeconds(position - 1);
    }

    @Test
    void an_overlay_ends_with_the_next_one_and_with_the_show() {
        shows.given(
                new ShowStateChanged(SHOW, ShowState.PENDING),
                pushed(SHOW, "banner", OverlayType.BANNER, null),
                pushed(SHOW, "clicker", OverlayType.CLICKER, null),
                new OverlayTakenDown(SHOW),
                new ShowStateChanged(SHOW, ShowState.ACTIVE),
                pushed(SHOW, "banner", OverlayType.BANNER, null),
                new ShowStateChanged(SHOW, ShowState.FINISHED),
                new ShowStateChanged(SHOW, ShowState.ACTIVE),
                pushed(SHOW, "clicker", OverlayType.CLICKER, null));
        assertThat(pushes(null, SecondRange.ALL, 2))
                .containsExactly(
                        new OverlayPush(2, "banner", OverlayType.BANNER, "Text of banner", at(2), at(3)),
                        new OverlayPush(3, "clicker", OverlayType.CLICKER, "Text of clicker", at(3), at(4)),
                        new OverlayPush(6, "banner", OverlayType.BANNER, "Text of banner", at(6), at(7)),
                        new OverlayPush(9, "clicker", OverlayType.CLICKER, "Text of clicker", at(9), null));
        assertThat(pushes(OverlayType.CLICKER, SecondRange.ALL, 1))
                .extracting(OverlayPush::position)
                .containsExactly(3L, 9L);
        assertThat(pushes(null, new SecondRange(at(3), at(6)), 1))
                .extracting(OverlayPush::position)
                .containsExactly(3L, 6L);
        assertThat(pushes(null, new SecondRange(at(4), at(5)), 1)).isEmpty();
    }

    @Test
    void shows_do_not_mix() {
        var other = new ShowId(new CampaignId(7, 101));
        var foreign = new ShowId(new CampaignId(8, 100));
        shows.given(
                pushed(SHOW, "banner", OverlayType.BANNER, null),
                pushed(other, "other", OverlayType.BANNER, null),
                pushed(foreign, "foreign", OverlayType.BANNER, null));
        assertThat(pushes(null, SecondRange.ALL, 5))
                .containsExactly(new OverlayPush(1, "banner", OverlayType.BANNER, "Text of banner", at(1), null));
    }

    @Test
    void a_feed_is_live_until_the_next_and_until_the_show_begins_anew() {
        shows.given(
                new ShowStateChanged(SHOW, ShowState.PENDING),
                new LiveFeedSwitched(SHOW, STAGE),
                new LiveFeedSwitched(SHOW, LOUNGE),
                new LiveFeedSwitched(SHOW, null),
                new LiveFeedSwitched(SHOW, STAGE),
                new ShowStateChanged(SHOW, ShowState.ACTIVE),
                new ShowStateChanged(SHOW, ShowState.FINISHED),
                new ShowStateChanged(SHOW, ShowState.OFF));
        assertThat(feeds(SecondRange.ALL))
                .containsExactly(
                        new FeedPeriod("stage", "Stage", at(2), at(3)),
                        new FeedPeriod("lounge", "Lounge", at(3), at(4)),
                        new FeedPeriod("stage", "Stage", at(5), at(8)));
        assertThat(feeds(new SecondRange(at(3), at(3))))
                .extracting(FeedPeriod::videoEndpointUid)
                .containsExactly("lounge");
    }

    @Test
    void a_question_is_shown_by_its_first_push_with_its_results() {
        shows.given(
                pushed(SHOW, "quiz", OverlayType.QUIZ_QUESTION, "q1"),
                pushed(SHOW, "other", OverlayType.QUIZ_QUESTION, "q2"),
                pushed(SHOW, "quiz", OverlayType.QUIZ_QUESTION, "q1"),
                new QuizResultsShown(SHOW, "q1", List.of(1), 50),
                new QuizResultsShown(SHOW, "never-pushed", List.of(0), 50));
        List<PushedQuestion> questions = shows.<Page<PushedQuestion>>read(documents ->
                        shows.projection().find(new FindQuestionPushes(7, 100, SecondRange.ALL, ALL), documents))
                .rows();
        assertThat(questions)
                .containsExactly(
                        new PushedQuestion("q1", "Question q1?", List.of("a", "b"), at(1), at(4), List.of(1)),
                        new PushedQuestion("q2", "Question q2?", List.of("a", "b"), at(2), null, null));
        assertThat(questions.getFirst().isCorrect(0)).isFalse();
        assertThat(questions.getFirst().isCorrect(1)).isTrue();
        assertThat(questions.getLast().isCorrect(1)).isNull();
        assertThat(pushes(null, SecondRange.ALL, 5))
                .extracting(OverlayPush::publicName)
                .contains("Question q1?");
    }

    private List<OverlayPush> pushes(@Nullable OverlayType type, SecondRange seconds, int rows) {
        List<OverlayPush> found = new ArrayList<>();
        for (String after = null; ; ) {
            var query = new FindPushes(7, 100, type, seconds, new NextKey(after, rows));
            Page<OverlayPush> page = shows.read(documents -> shows.projection().find(query, documents));
            found.addAll(page.rows());
            if (!page.more()) {
                return found;
            }
            after = page.last();
        }
    }

    private List<FeedPeriod> feeds(SecondRange seconds) {
        return shows.<Page<FeedPeriod>>read(
                        documents -> shows.projection().find(new FindFeedPeriods(7, 100, seconds, ALL), documents))
                .rows();
    }

    private static Event pushed(ShowId show, String overlay, OverlayType type, @Nullable String question) {
        return new OverlayPushed(
                show,
                new ShownOverlay(
                        OverlayBuilder.builder()
                                .appOverlayUid(overlay)
                                .overlayType(type)
                                .overlayPublicName(question == null ? "Text of " + overlay : null)
                                .quizQuestionUid(question)
                                .build(),
                        question == null ? null : "Question " + question + "?",
                        question == null ? null : List.of("a", "b"),
                        question == null ? null : 50L,
                        null),
                false);
    }
}
