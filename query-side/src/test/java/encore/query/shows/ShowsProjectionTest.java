package encore.query.shows;

import static encore.kernel.shows.ShowState.ACTIVE;
import static encore.kernel.shows.ShowState.FINISHED;
import static encore.kernel.shows.ShowState.OFF;
import static encore.kernel.shows.ShowState.PENDING;
import static encore.query.ProjectionUnderTest.START;
import static encore.query.shows.ShowEvents.CLICKER;
import static encore.query.shows.ShowEvents.FEED;
import static encore.query.shows.ShowEvents.QUIZ;
import static encore.query.shows.ShowEvents.SHOW;
import static encore.query.shows.ShowEvents.STATIC;
import static encore.query.shows.ShowEvents.pinned;
import static encore.query.shows.ShowEvents.pushed;
import static encore.query.shows.ShowEvents.state;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.LiveStatuses;
import encore.kernel.shows.PushedQuestion;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowModeratorAdded;
import encore.kernel.shows.ShowEvent.ShowModeratorRemoved;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowParts;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.kernel.shows.ShowQuery.FindOpenShows;
import encore.kernel.shows.ShowQuery.FindOpenShows.OpenShow;
import encore.kernel.shows.ShowQuery.FindPushedQuestions;
import encore.kernel.shows.ShowQuery.FindShowParts;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.control.ControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMoments;
import encore.kernel.shows.control.ControlStanding;
import encore.kernel.shows.control.ShownPush;
import encore.kernel.shows.overlays.OverlayEvent.OverlayAdded;
import encore.kernel.shows.overlays.OverlayEvent.OverlayChanged;
import encore.kernel.shows.overlays.OverlaysId;
import encore.kernel.time.Moment;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShowsProjectionTest {

    private final ProjectionUnderTest<ShowsProjection> shows = new ProjectionUnderTest<>(ShowsProjection::new);

    @AfterEach
    void close() {
        shows.close();
    }

    @Test
    void a_show_without_events_is_off() {
        assertThat(parts(shows, Moment.NOW))
                .isEqualTo(new ShowParts(ControlStanding.OFF, ChatSettings.DEFAULT, List.of()));
        assertThat(moment(shows)).isEqualTo(ControlMoment.NONE);
        assertThat(statuses(100, 101).of(100)).isEqualTo(OFF);
    }

    @Test
    void a_show_stands_as_its_events_say_and_stood_so_at_each_of_them() {
        ShowId other = new ShowId(new CampaignId(7, 101));
        shows.given(
                state(PENDING),
                new LiveFeedSwitched(SHOW, FEED),
                pushed(STATIC),
                new ShowStateChanged(other, PENDING),
                state(ACTIVE),
                pushed(CLICKER),
                new OverlayTakenDown(SHOW),
                pushed(STATIC),
                state(FINISHED),
                state(OFF));
        ShownPush first = new ShownPush(STATIC, 3, at(3), false, null);
        ShownPush clicker = new ShownPush(CLICKER, 6, at(6), false, null);
        ShownPush again = new ShownPush(STATIC, 8, at(8), false, null);
        List<ControlStanding> standings = List.of(
                new ControlStanding(PENDING, null, null, List.of()),
                new ControlStanding(PENDING, FEED, null, List.of()),
                new ControlStanding(PENDING, FEED, first, List.of()),
                new ControlStanding(PENDING, FEED, first, List.of()),
                new ControlStanding(ACTIVE, FEED, first, List.of()),
                new ControlStanding(ACTIVE, FEED, clicker, List.of()),
                new ControlStanding(ACTIVE, FEED, null, List.of()),
                new ControlStanding(ACTIVE, FEED, again, List.of()),
                new ControlStanding(FINISHED, FEED, null, List.of()),
                new ControlStanding(OFF, null, null, List.of()));
        for (ProjectionUnderTest<ShowsProjection> each : List.of(shows, shows.replayed())) {
            assertThat(parts(each, Moment.NOW).standing()).isEqualTo(standings.getLast());
            for (int position = 1; position <= 10; position++) {
                assertThat(parts(each, new Moment(position, at(position))).standing())
                        .as("after %s", position)
                        .isEqualTo(standings.get(position - 1));
            }
            assertThat(parts(each, new Moment(0, Instant.EPOCH)).standing()).isEqualTo(ControlStanding.OFF);
            assertThat(moments(each, 9, 4, 99, 10))
                    .isEqualTo(List.of(
                            new ControlMoment(9, standings.get(8), null, true),
                            new ControlMoment(10, standings.get(9), null, true)));
        }
        assertThat(statuses(100, 101, 102)).isEqualTo(new LiveStatuses(Map.of(100L, OFF, 101L, PENDING)));
    }

    @Test
    void a_repeated_event_changes_nothing() {
        shows.given(state(PENDING), pushed(STATIC), new OverlayTakenDown(SHOW));
        assertThat(shows.replayed().checksums()).isEqualTo(shows.checksums());
        assertThat(moment(shows).position()).isEqualTo(3);
    }

    @Test
    void pins_have_the_last_push_of_their_overlay_else_the_pin() {
        shows.given(
                state(PENDING),
                pinned(STATIC),
                pushed(STATIC),
                new OverlayTakenDown(SHOW),
                new OverlayUnpinned(SHOW, "static"),
                pinned(STATIC));
        ShownPush pin = new ShownPush(STATIC, 2, at(2), false, null);
        ShownPush withPush = new ShownPush(STATIC, 3, at(3), false, null);
        List<ControlMoment> moments = moments(shows, 2, 3, 5, 6);
        assertThat(moments)
                .extracting(moment -> moment.standing().pins())
                .containsExactly(List.of(pin), List.of(withPush), List.of(), List.of(withPush));
        assertThat(moments).extracting(ControlMoment::pin).containsExactly(pin, null, withPush, withPush);
    }

    @Test
    void the_results_are_shown_with_the_live_question_alone() {
        shows.given(
                state(ACTIVE),
                pushed(QUIZ),
                new QuizResultsShown(SHOW, "q1", List.of(0), 10),
                pushed(STATIC),
                new OverlayPushed(SHOW, QUIZ, true),
                new QuizResultsShown(SHOW, "another", List.of(0), 10));
        assertThat(moments(shows, 2, 3, 5, 6))
                .extracting(moment -> moment.standing().live().showResults())
                .containsExactly(false, true, true, true);
        assertThat(shows.<List<PushedQuestion>>read(
                        documents -> shows.projection().find(new FindPushedQuestions(7, 100), documents)))
                .containsExactly(new PushedQuestion("q1", at(5), at(3)));
    }

    @Test
    void a_push_knows_when_its_content_changed_in_the_store() {
        var overlays = new OverlaysId(SHOW.campaign());
        shows.given(
                new OverlayAdded(overlays, STATIC.overlay()),
                new OverlayChanged(overlays, STATIC.overlay()),
                state(ACTIVE),
                pushed(STATIC),
                new OverlayChanged(overlays, STATIC.overlay()));
        assertThat(moment(shows).standing().live().contentAt()).isEqualTo(at(2));
    }

    @Test
    void rules_of_the_chat_and_moderators_are_kept_with_their_past() {
        ChatSettings slow = new ChatSettings(true, 5, 500, 50, List.of("spoiler"));
        shows.given(
                new ShowModeratorAdded(SHOW, 9),
                new ChatSettingsChanged(SHOW, slow),
                new ShowModeratorAdded(SHOW, 8),
                new ShowModeratorRemoved(SHOW, 9));
        for (ProjectionUnderTest<ShowsProjection> each : List.of(shows, shows.replayed())) {
            assertThat(parts(each, Moment.NOW)).isEqualTo(new ShowParts(ControlStanding.OFF, slow, List.of(8L)));
            assertThat(parts(each, new Moment(3, at(3))))
                    .isEqualTo(new ShowParts(ControlStanding.OFF, slow, List.of(8L, 9L)));
            assertThat(parts(each, new Moment(1, at(1))))
                    .isEqualTo(new ShowParts(ControlStanding.OFF, ChatSettings.DEFAULT, List.of(9L)));
        }
    }

    private static Instant at(long position) {
        return START.plusSeconds(position - 1);
    }

    private static ShowParts parts(ProjectionUnderTest<ShowsProjection> shows, Moment then) {
        return shows.read(documents -> shows.projection().find(new FindShowParts(7, 100, null), documents, then));
    }

    private static ControlMoment moment(ProjectionUnderTest<ShowsProjection> shows) {
        return shows.read(documents -> shows.projection().find(new FindControlMoment(7, 100), documents));
    }

    private static List<ControlMoment> moments(ProjectionUnderTest<ShowsProjection> shows, int... positions) {
        List<Long> asked = IntStream.of(positions).asLongStream().boxed().toList();
        return shows.read(documents -> shows.projection().find(new FindControlMoments(7, 100, asked), documents));
    }

    private LiveStatuses statuses(int... pageTabIds) {
        List<Long> asked = IntStream.of(pageTabIds).asLongStream().boxed().toList();
        return shows.read(documents -> shows.projection().find(new FindLiveStatuses(7, asked), documents));
    }

    @Test
    void open_shows_of_an_account_are_found_active_ones_first() {
        shows.given(
                stateOf(7, 100, ShowState.PENDING),
                stateOf(7, 101, ShowState.PENDING),
                stateOf(7, 101, ShowState.ACTIVE),
                stateOf(7, 102, ShowState.PENDING),
                stateOf(7, 102, ShowState.OFF),
                stateOf(77, 103, ShowState.PENDING));
        assertThat(open(10)).containsExactly(new OpenShow(101, ShowState.ACTIVE), new OpenShow(100, ShowState.PENDING));
        assertThat(open(1)).containsExactly(new OpenShow(101, ShowState.ACTIVE));
    }

    private static ShowStateChanged stateOf(long account, long pageTabId, ShowState state) {
        return new ShowStateChanged(new ShowId(new CampaignId(account, pageTabId)), state);
    }

    private List<OpenShow> open(int limit) {
        return shows.read(documents -> shows.projection().find(new FindOpenShows(7, limit), documents));
    }
}
