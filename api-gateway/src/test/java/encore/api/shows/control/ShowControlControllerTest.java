package encore.api.shows.control;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.SavedShow;
import encore.kernel.shows.Show;
import encore.kernel.shows.ShowCommand.AddShowModerator;
import encore.kernel.shows.ShowCommand.ChangeChatSettings;
import encore.kernel.shows.ShowCommand.ChangeShowState;
import encore.kernel.shows.ShowCommand.ControlShow;
import encore.kernel.shows.ShowCommand.PinOverlay;
import encore.kernel.shows.ShowCommand.PushOverlay;
import encore.kernel.shows.ShowCommand.RemoveShowModerator;
import encore.kernel.shows.ShowCommand.ShowQuizResults;
import encore.kernel.shows.ShowCommand.SwitchFeed;
import encore.kernel.shows.ShowCommand.TakeDownOverlay;
import encore.kernel.shows.ShowCommand.UnpinOverlay;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowQuery.FindShow;
import encore.kernel.shows.ShowQuery.FindShowQuestion;
import encore.kernel.shows.ShowQuery.FindShowQuestions;
import encore.kernel.shows.ShowQuery.ListShows;
import encore.kernel.shows.ShowQuestion;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.control.ShownPush;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShowControlControllerTest {

    private static final String LIVE = "/api/v1/manage/live/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final ShowId SHOW = new ShowId(new CampaignId(7, 100));
    private static final Instant NOON = Instant.parse("2026-03-05T12:00:00Z");
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.public-url", "https://fans.example"), ShowControlController.class, ShowsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void a_show_is_active() {
        backend.sent.clear();
        backend.asked.clear();
        ShownPush push = new ShownPush(
                ShownOverlay.of(OverlayBuilder.builder()
                        .appOverlayUid("o1")
                        .overlayType(OverlayType.CLICKER)
                        .build()),
                5,
                NOON,
                false,
                null);
        backend.on(
                        FindShow.class,
                        query -> new Show(
                                query.pageTabId(),
                                "Final",
                                ShowState.ACTIVE,
                                null,
                                Show.LiveOverlay.of(push),
                                List.of(),
                                ChatSettings.DEFAULT,
                                List.of(new Show.Moderator(9, "Ann"))))
                .on(
                        FindShowQuestion.class,
                        query -> new ShowQuestion(
                                query.quizQuestionUid(),
                                "Who scored?",
                                10,
                                List.of(1),
                                NOON,
                                false,
                                null,
                                3,
                                List.of(new ShowQuestion.OptionCount(0, "Ann", 3))));
        for (Class<? extends ControlShow> command : List.of(
                ChangeShowState.class,
                SwitchFeed.class,
                PushOverlay.class,
                TakeDownOverlay.class,
                PinOverlay.class,
                UnpinOverlay.class,
                ShowQuizResults.class,
                ChangeChatSettings.class,
                AddShowModerator.class,
                RemoveShowModerator.class)) {
            saved(command);
        }
    }

    private <C extends ControlShow> void saved(Class<C> command) {
        backend.on(command, sent -> new SavedShow(100));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_show_is_answered_as_it_is_and_as_it_was() {
        GATEWAY.server()
                .get()
                .uri(LIVE + "?as_of=17")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.state")
                .isEqualTo("active")
                .jsonPath("$.live_overlay.overlay.overlay_type")
                .isEqualTo("clicker")
                .jsonPath("$.live_overlay.last_push_timestamp")
                .isEqualTo(NOON.getEpochSecond())
                .jsonPath("$.live_overlay.clicker_instance_uid")
                .isNotEmpty()
                .jsonPath("$.moderators[0].display_name")
                .isEqualTo("Ann");
        assertThat(((FindShow) backend.asked.getFirst()).asOf().position()).isEqualTo(17);
    }

    @Test
    void shows_are_listed_page_by_page_with_their_states() {
        backend.on(
                ListShows.class,
                query -> new Page<>(
                        List.of(new Show.Row(100, "Final", ShowState.PENDING, NOON, null)), "k1", "k2", true, 5));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/live?q=fin&limit=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.data[0].name")
                .isEqualTo("Final")
                .jsonPath("$.data[0].state")
                .isEqualTo("pending")
                .jsonPath("$.data[0].start_timestamp")
                .isEqualTo(NOON.getEpochSecond())
                .jsonPath("$.meta.next_key")
                .isEqualTo("k2");
        assertThat(backend.asked).isEqualTo(List.of(new ListShows(7, new NextKey(null, 1, "fin"))));
    }

    @Test
    void the_questions_of_a_show_are_listed_at_once() {
        backend.on(
                FindShowQuestions.class,
                query -> List.of(new ShowQuestion(
                        "q1",
                        "Who scored?",
                        10,
                        List.of(1),
                        null,
                        false,
                        null,
                        3,
                        List.of(new ShowQuestion.OptionCount(0, "Ann", 3)))));
        GATEWAY.server()
                .get()
                .uri(LIVE + "/quiz_questions")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].quiz_question_uid")
                .isEqualTo("q1")
                .jsonPath("$[0].options[0].answer_count")
                .isEqualTo(3);
        assertThat(backend.asked).isEqualTo(List.of(new FindShowQuestions(7, 100)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {FORM + " | state=pending", JSON + " | {\"state\": \"pending\"}"})
    void the_state_changes(String type, String body) {
        GATEWAY.post(LIVE + "/state", type, body)
                .isOk()
                .expectBody()
                .jsonPath("$.page_tab_id")
                .isEqualTo(100);
        assertThat(backend.sent).isEqualTo(List.of(new ChangeShowState(SHOW, ShowState.PENDING)));
        naming(GATEWAY.post(LIVE + "/state", FORM, ""), "state");
        naming(GATEWAY.post(LIVE + "/state", FORM, "state=paused"), "state");
    }

    @Test
    void feeds_and_overlays_are_switched() {
        GATEWAY.post(LIVE + "/feed", FORM, "video_endpoint_uid=f1").isOk();
        GATEWAY.post(LIVE + "/feed", FORM, "video_endpoint_uid=").isOk();
        GATEWAY.post(LIVE + "/feed", FORM, "").isOk();
        GATEWAY.post(LIVE + "/overlays/o1/push", FORM, "").isOk();
        GATEWAY.post(LIVE + "/overlays/o1/take_down", FORM, "").isOk();
        GATEWAY.post(LIVE + "/overlays/o1/pin", FORM, "").isOk();
        GATEWAY.post(LIVE + "/overlays/o1/unpin", FORM, "").isOk();
        GATEWAY.post(LIVE + "/quiz_questions/q1/results", FORM, "").isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new SwitchFeed(SHOW, "f1"),
                        new SwitchFeed(SHOW, null),
                        new SwitchFeed(SHOW, null),
                        new PushOverlay(SHOW, "o1", "https://fans.example"),
                        new TakeDownOverlay(SHOW, "o1"),
                        new PinOverlay(SHOW, "o1", "https://fans.example"),
                        new UnpinOverlay(SHOW, "o1"),
                        new ShowQuizResults(SHOW, "q1")));
    }

    @Test
    void staff_sees_a_question_with_its_answers() {
        GATEWAY.server()
                .get()
                .uri(LIVE + "/quiz_questions/q1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.right_answers[0]")
                .isEqualTo(1)
                .jsonPath("$.options[0].answer_count")
                .isEqualTo(3)
                .jsonPath("$.results_timestamp")
                .isEqualTo(null);
    }

    @Test
    void rules_of_the_chat_are_read_and_changed() {
        GATEWAY.server()
                .get()
                .uri(LIVE + "/chat_settings")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.max_length")
                .isEqualTo(500);
        GATEWAY.post(LIVE + "/chat_settings", JSON, "{\"slow_mode_seconds\": 5, \"max_length\": null}")
                .isOk()
                .expectBody()
                .jsonPath("$.is_enabled")
                .isEqualTo(true);
        assertThat(backend.sent)
                .isEqualTo(List.of(new ChangeChatSettings(
                        SHOW, new Patch<>(new ChatSettings(null, 5, null, null, null), Set.of("maxLength")))));
        naming(GATEWAY.post(LIVE + "/chat_settings", FORM, "slow_mode_seconds=121"), "slow_mode_seconds");
        naming(GATEWAY.post(LIVE + "/chat_settings", FORM, "max_length=0"), "max_length");
        naming(GATEWAY.post(LIVE + "/chat_settings", FORM, "max_length=2001"), "max_length");
        naming(GATEWAY.post(LIVE + "/chat_settings", FORM, "messages_per_second=0"), "messages_per_second");
        naming(GATEWAY.post(LIVE + "/chat_settings", FORM, "is_enabled=perhaps"), "is_enabled");
    }

    @Test
    void moderators_are_added_and_removed() {
        GATEWAY.post(LIVE + "/moderators", FORM, "fan_id=9")
                .isOk()
                .expectBody()
                .jsonPath("$[0].fan_id")
                .isEqualTo(9);
        GATEWAY.server()
                .delete()
                .uri(LIVE + "/moderators/9")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new AddShowModerator(SHOW, 9), new RemoveShowModerator(SHOW, 9)));
        naming(GATEWAY.post(LIVE + "/moderators", FORM, ""), "fan_id");
        naming(GATEWAY.post(LIVE + "/moderators", FORM, "fan_id=0"), "fan_id");
    }
}
