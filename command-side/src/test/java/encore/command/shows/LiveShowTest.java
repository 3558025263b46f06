package encore.command.shows;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.Refusals.refusalOfTheRule;
import static encore.command.shows.SampleShow.CLICKER;
import static encore.command.shows.SampleShow.QUIZ;
import static encore.command.shows.SampleShow.SHOW;
import static encore.command.shows.SampleShow.STATIC;
import static encore.command.shows.SampleShow.pinned;
import static encore.command.shows.SampleShow.pushed;
import static encore.command.shows.SampleShow.state;
import static encore.kernel.shows.ShowState.ACTIVE;
import static encore.kernel.shows.ShowState.FINISHED;
import static encore.kernel.shows.ShowState.OFF;
import static encore.kernel.shows.ShowState.PENDING;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.SavedShow;
import encore.kernel.shows.ShowCommand;
import encore.kernel.shows.ShowCommand.AddShowModerator;
import encore.kernel.shows.ShowCommand.ChangeChatSettings;
import encore.kernel.shows.ShowCommand.ChangeShowState;
import encore.kernel.shows.ShowCommand.PinShownOverlay;
import encore.kernel.shows.ShowCommand.PushShownOverlay;
import encore.kernel.shows.ShowCommand.ReadPushPlaces;
import encore.kernel.shows.ShowCommand.ReadShow;
import encore.kernel.shows.ShowCommand.RecordQuizResults;
import encore.kernel.shows.ShowCommand.RemoveShowModerator;
import encore.kernel.shows.ShowCommand.SwitchLiveFeed;
import encore.kernel.shows.ShowCommand.TakeDownOverlay;
import encore.kernel.shows.ShowCommand.UnpinOverlay;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowModeratorAdded;
import encore.kernel.shows.ShowEvent.ShowModeratorRemoved;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowTerms;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.windows.PushPlace;
import encore.kernel.shows.windows.PushPlaces;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveShowTest {

    private static final Feed FEED = new Feed("f1", "Main", "yt", "abc", null);
    private static final SavedShow SAVED = new SavedShow(100);

    private final AggregateUnderTest<LiveShow> show = new AggregateUnderTest<>(LiveShow.class);

    @BeforeEach
    void a_campaign_has_a_show() {
        show.streams.begun(
                SHOW.campaign(), new CampaignCreated(SHOW.campaign(), AppType.FANXP, null, CampaignDetails.NONE));
    }

    @Test
    void states_lead_to_their_next_states_and_a_slip_is_taken_back() {
        List<List<ShowState>> allowed = List.of(
                List.of(OFF, PENDING),
                List.of(PENDING, OFF),
                List.of(PENDING, ACTIVE),
                List.of(ACTIVE, PENDING),
                List.of(ACTIVE, FINISHED),
                List.of(FINISHED, ACTIVE),
                List.of(FINISHED, OFF));
        for (ShowState before : ShowState.values()) {
            for (ShowState after : ShowState.values()) {
                var decided = show.given(state(before)).when(new ChangeShowState(SHOW, after));
                if (before == after) {
                    decided.expectNoEvents().expectResultMessagePayload(SAVED);
                } else if (allowed.contains(List.of(before, after))) {
                    decided.expectEvents(state(after)).expectResultMessagePayload(SAVED);
                } else {
                    decided.expectNoEvents().expectException(refusalNaming("state"));
                }
            }
        }
    }

    @Test
    void a_new_show_is_off() {
        show.givenNoPriorActivity().when(new ChangeShowState(SHOW, PENDING)).expectEvents(state(PENDING));
        show.givenNoPriorActivity().when(new ChangeShowState(SHOW, OFF)).expectNoEvents();
        show.givenNoPriorActivity()
                .when(new ChangeShowState(SHOW, ACTIVE))
                .expectNoEvents()
                .expectException(refusalNaming("state"));
        show.givenNoPriorActivity()
                .when(new ReadShow(SHOW))
                .expectNoEvents()
                .expectResultMessagePayload(new ShowTerms(OFF, ChatSettings.DEFAULT, List.of()));
    }

    @Test
    void only_campaigns_of_fanxp_and_livexp_have_a_show() {
        List<ShowCommand<?>> commands = List.of(
                new ChangeShowState(SHOW, PENDING),
                new SwitchLiveFeed(SHOW, FEED),
                new PushShownOverlay(SHOW, STATIC),
                new TakeDownOverlay(SHOW, "static"),
                new PinShownOverlay(SHOW, STATIC),
                new UnpinOverlay(SHOW, "static"),
                new RecordQuizResults(SHOW, "q1", List.of(), 0),
                new ChangeChatSettings(SHOW, Patch.of(slow(5))),
                new AddShowModerator(SHOW, 9),
                new RemoveShowModerator(SHOW, 9),
                new ReadShow(SHOW),
                new ReadPushPlaces(SHOW, null));
        for (AppType type : AppType.values()) {
            show.streams.begun(SHOW.campaign(), new CampaignCreated(SHOW.campaign(), type, null, CampaignDetails.NONE));
            var received = show.givenNoPriorActivity().when(new ReadShow(SHOW));
            if (type == AppType.FANXP || type == AppType.LIVEXP) {
                received.expectSuccessfulHandlerExecution();
            } else {
                for (ShowCommand<?> command : commands) {
                    show.givenNoPriorActivity()
                            .when(command)
                            .expectNoEvents()
                            .expectException(refusal(Refusal.Kind.RULE, "no-show"));
                }
            }
        }
        show.streams.ended(SHOW.campaign());
        for (ShowCommand<?> command : commands) {
            show.given(state(PENDING)).when(command).expectNoEvents().expectException(refusalAsUnknown());
        }
    }

    @Test
    void overlays_feeds_and_pins_need_a_show_that_is_pending_or_active() {
        for (ShowState closed : List.of(OFF, FINISHED)) {
            for (ShowCommand<?> command : List.of(
                    new SwitchLiveFeed(SHOW, FEED),
                    new PushShownOverlay(SHOW, STATIC),
                    new PinShownOverlay(SHOW, STATIC))) {
                show.given(state(closed)).when(command).expectNoEvents().expectException(refusalOfTheRule());
            }
        }
        for (ShowState open : List.of(PENDING, ACTIVE)) {
            show.given(state(open)).when(new PushShownOverlay(SHOW, STATIC)).expectEvents(pushed(STATIC));
            show.given(state(open)).when(new PinShownOverlay(SHOW, STATIC)).expectEvents(pinned(STATIC));
            show.given(state(open))
                    .when(new SwitchLiveFeed(SHOW, FEED))
                    .expectEvents(new LiveFeedSwitched(SHOW, FEED))
                    .expectResultMessagePayload(SAVED);
        }
    }

    @Test
    void the_same_feed_again_is_no_change_and_a_feed_can_be_taken_away() {
        show.given(state(ACTIVE), new LiveFeedSwitched(SHOW, FEED))
                .when(new SwitchLiveFeed(SHOW, FEED))
                .expectNoEvents();
        show.given(state(ACTIVE), new LiveFeedSwitched(SHOW, FEED))
                .when(new SwitchLiveFeed(SHOW, null))
                .expectEvents(new LiveFeedSwitched(SHOW, null));
        show.given(state(ACTIVE)).when(new SwitchLiveFeed(SHOW, null)).expectNoEvents();
    }

    @Test
    void a_push_replaces_and_only_the_live_overlay_is_taken_down() {
        show.given(state(ACTIVE), pushed(STATIC))
                .when(new PushShownOverlay(SHOW, CLICKER))
                .expectEvents(pushed(CLICKER));
        show.given(state(ACTIVE), pushed(STATIC))
                .when(new PushShownOverlay(SHOW, STATIC))
                .expectEvents(pushed(STATIC));
        show.given(state(ACTIVE), pushed(STATIC))
                .when(new TakeDownOverlay(SHOW, "static"))
                .expectEvents(new OverlayTakenDown(SHOW));
        show.given(state(ACTIVE), pushed(STATIC), pushed(CLICKER))
                .when(new TakeDownOverlay(SHOW, "static"))
                .expectNoEvents();
        show.given(state(ACTIVE), pushed(STATIC), state(FINISHED), state(ACTIVE))
                .when(new TakeDownOverlay(SHOW, "static"))
                .expectNoEvents();
    }

    @Test
    void only_static_overlays_are_pinned() {
        show.given(state(ACTIVE))
                .when(new PinShownOverlay(SHOW, CLICKER))
                .expectNoEvents()
                .expectException(refusalNaming("app_overlay_uid"));
        show.given(state(ACTIVE), pinned(STATIC))
                .when(new PinShownOverlay(SHOW, STATIC))
                .expectNoEvents();
        show.given(state(ACTIVE), pinned(STATIC))
                .when(new UnpinOverlay(SHOW, "static"))
                .expectEvents(new OverlayUnpinned(SHOW, "static"));
        show.given(state(ACTIVE))
                .when(new UnpinOverlay(SHOW, "static"))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_show_that_begins_anew_has_no_feed_and_no_pins_but_its_results() {
        List<Object> begunAnew = List.of(
                state(PENDING),
                new LiveFeedSwitched(SHOW, FEED),
                pinned(STATIC),
                pushed(QUIZ),
                new QuizResultsShown(SHOW, "q1", List.of(0), 10),
                state(ACTIVE),
                state(FINISHED),
                state(OFF),
                state(PENDING));
        show.given(begunAnew).when(new SwitchLiveFeed(SHOW, null)).expectNoEvents();
        show.given(begunAnew).when(new UnpinOverlay(SHOW, "static")).expectException(refusalAsUnknown());
        show.given(begunAnew).when(new PushShownOverlay(SHOW, QUIZ)).expectEvents(new OverlayPushed(SHOW, QUIZ, true));
    }

    @Test
    void results_are_final_and_only_of_pushed_questions() {
        show.given(state(ACTIVE))
                .when(new RecordQuizResults(SHOW, "q1", List.of(0), 10))
                .expectNoEvents()
                .expectException(refusalNaming("quiz_question_uid"));
        show.given(state(ACTIVE), pushed(QUIZ))
                .when(new RecordQuizResults(SHOW, "q1", List.of(0), 10))
                .expectEvents(new QuizResultsShown(SHOW, "q1", List.of(0), 10));
        show.given(state(ACTIVE), pushed(QUIZ), new QuizResultsShown(SHOW, "q1", List.of(0), 10))
                .when(new RecordQuizResults(SHOW, "q1", List.of(1), 10))
                .expectNoEvents()
                .expectResultMessagePayload(SAVED);
        show.given(state(ACTIVE), pushed(QUIZ), state(FINISHED))
                .when(new RecordQuizResults(SHOW, "q1", List.of(0), 10))
                .expectEvents(new QuizResultsShown(SHOW, "q1", List.of(0), 10));
    }

    @Test
    void a_window_is_closed_by_the_first_of_the_events_that_end_it() {
        PushPlace open = new PushPlace(1, null, "q1", 2, null, 0, 0, null);
        places("q1", List.of(state(ACTIVE), pushed(QUIZ)), false, open);
        places("q1", List.of(state(ACTIVE), pushed(QUIZ), pushed(STATIC)), false, open.closedBy(2));
        places(
                "q1",
                List.of(state(ACTIVE), pushed(QUIZ), new OverlayTakenDown(SHOW), pushed(STATIC)),
                false,
                open.closedBy(2));
        places("q1", List.of(state(ACTIVE), pushed(QUIZ), state(FINISHED)), false, open.closedBy(2));
        places("q1", List.of(state(PENDING), pushed(QUIZ), state(OFF)), false, open.closedBy(2));
        places("q1", List.of(state(PENDING), pushed(QUIZ), state(ACTIVE)), false, open);
        places(
                "q1",
                List.of(state(ACTIVE), pushed(QUIZ), pushed(QUIZ)),
                false,
                new PushPlace(2, null, "q1", 2, null, 0, 0, null),
                open.closedBy(2));
        QuizResultsShown results = new QuizResultsShown(SHOW, "q1", List.of(0), 10);
        places(
                "q1",
                List.of(state(ACTIVE), pushed(QUIZ), results, new OverlayPushed(SHOW, QUIZ, true)),
                true,
                open.closedBy(2));
        show.given(state(ACTIVE), pushed(CLICKER))
                .when(new ReadPushPlaces(SHOW, null))
                .expectNoEvents()
                .expectResultMessagePayload(
                        new PushPlaces(List.of(new PushPlace(1, null, null, 0, 20, 5, 2, 100L)), false, false));
        show.given(state(ACTIVE), pushed(CLICKER))
                .when(new ReadPushPlaces(SHOW, "q1"))
                .expectResultMessagePayload(new PushPlaces(List.of(), false, false));
    }

    private void places(String question, List<?> events, boolean results, PushPlace... places) {
        show.given(events)
                .when(new ReadPushPlaces(SHOW, question))
                .expectNoEvents()
                .expectResultMessagePayload(new PushPlaces(List.of(places), true, results));
    }

    @Test
    void rules_of_the_chat_change_and_a_cleared_one_has_its_default_again() {
        ChatSettings slow = new ChatSettings(true, 5, 500, 50, List.of());
        show.givenNoPriorActivity()
                .when(new ChangeChatSettings(SHOW, Patch.of(slow(5))))
                .expectEvents(new ChatSettingsChanged(SHOW, slow));
        show.given(new ChatSettingsChanged(SHOW, slow))
                .when(new ChangeChatSettings(SHOW, Patch.of(slow(5))))
                .expectNoEvents();
        show.given(new ChatSettingsChanged(SHOW, slow))
                .when(new ChangeChatSettings(SHOW, Patch.of(slow(null), List.of("slowModeSeconds"))))
                .expectEvents(new ChatSettingsChanged(SHOW, ChatSettings.DEFAULT));
        show.given(new ChatSettingsChanged(SHOW, slow), new ShowModeratorAdded(SHOW, 9))
                .when(new ReadShow(SHOW))
                .expectResultMessagePayload(new ShowTerms(OFF, slow, List.of(9L)));
    }

    private static ChatSettings slow(Integer seconds) {
        return new ChatSettings(null, seconds, null, null, null);
    }

    @Test
    void moderators_are_fans_of_the_account() {
        show.givenNoPriorActivity()
                .when(new AddShowModerator(SHOW, 9))
                .expectNoEvents()
                .expectException(refusalNaming("fan_id"));
        show.streams.open(new FanId(7, 9));
        show.givenNoPriorActivity().when(new AddShowModerator(SHOW, 9)).expectEvents(new ShowModeratorAdded(SHOW, 9));
        show.given(new ShowModeratorAdded(SHOW, 9))
                .when(new AddShowModerator(SHOW, 9))
                .expectNoEvents();
        show.given(new ShowModeratorAdded(SHOW, 9))
                .when(new RemoveShowModerator(SHOW, 9))
                .expectEvents(new ShowModeratorRemoved(SHOW, 9));
        show.given(new ShowModeratorAdded(SHOW, 9))
                .when(new RemoveShowModerator(SHOW, 8))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }
}
