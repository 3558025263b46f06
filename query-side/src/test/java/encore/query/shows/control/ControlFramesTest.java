package encore.query.shows.control;

import static encore.kernel.shows.ShowState.ACTIVE;
import static encore.kernel.shows.ShowState.FINISHED;
import static encore.query.ProjectionUnderTest.START;
import static encore.query.shows.ShowEvents.BANNER;
import static encore.query.shows.ShowEvents.CLICKER;
import static encore.query.shows.ShowEvents.FEED;
import static encore.query.shows.ShowEvents.FIELD;
import static encore.query.shows.ShowEvents.QUIZ;
import static encore.query.shows.ShowEvents.SHOW;
import static encore.query.shows.ShowEvents.STATIC;
import static encore.query.shows.ShowEvents.pinned;
import static encore.query.shows.ShowEvents.pushed;
import static encore.query.shows.ShowEvents.state;
import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.control.ControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMoments;
import encore.kernel.shows.control.ControlQuery.FindControlState;
import encore.kernel.shows.control.ControlStanding;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.control.LiveVod;
import encore.kernel.shows.control.ShownPush;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Compares the frames of the control room with the fields of the specification (1, 6). */
class ControlFramesTest {

    private static final String OVERLAY_LOG = ShowUid.OVERLAY_LOG.at(5);

    private final FakeQueryGateway others = new FakeQueryGateway();
    private final ControlFrames frames = new ControlFrames(
            others,
            Optional.of((account, pageTabId) -> List.of(LiveVod.of(Vod.of(
                    pageTabId,
                    VodItemBuilder.builder().optionId(5).optionName("Intro").build(),
                    account,
                    Instant.ofEpochSecond(9))))));

    /** The video of account 7 and campaign 100. */
    private static final String VOD = """
            {"activity_id": 7, "clicks": 0, "creation_timestamp": 9, "description": null, "fan_id": null,
             "field_idx": null, "impressions": 0, "is_approved": false, "is_correct": null, "media_uid": null,
             "negative_vote_count": 0, "option_id": 5, "option_name": "Intro", "option_type": null,
             "page_tab_id": 100}""";

    @ParameterizedTest
    @ValueSource(strings = {"CLICKER", "STATIC", "QUIZ", "FIELD", "BANNER"})
    void an_overlay_has_exactly_the_fields_of_its_type(String type) {
        ShownOverlay shown = switch (type) {
            case "CLICKER" -> CLICKER;
            case "STATIC" -> STATIC;
            case "QUIZ" -> QUIZ;
            case "FIELD" -> FIELD;
            default -> BANNER;
        };
        List<RoomFrame> received = frames(pushed(shown), new ControlStanding(ACTIVE, FEED, push(shown), List.of()));
        assertThat(received).hasSize(1);
        assertThat(received.getFirst().roomName()).isEqualTo("control:room:100");
        assertThat(received.getFirst().event()).isEqualTo("platform_live_update");
        assertThat(received.getFirst().fanId()).isNull();
        is(received.getFirst().data(), """
            {"action": "update_live_overlay",
             "live_feed": {"feed_name": "Main", "video_endpoint_uid": "f1", "video_host_key": "yt",
                           "video_host_event_key": "abc"},
             "live_overlay": %s}\
            """.formatted(overlay(type)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"update_live_overlay", "state_change"})
    void the_fields_of_any_overlay_come_first(String action) {
        var standing = new ControlStanding(ACTIVE, FEED, push(STATIC), List.of());
        Event event = action.equals("state_change") ? state(ACTIVE) : pushed(STATIC);
        JsonNode data = frames(event, standing).getFirst().data();
        assertThat(data.findValue("live_overlay").propertyNames())
                .startsWith(
                        "overlay_type",
                        "overlay_public_name",
                        "sponsor_media_uid",
                        "content_media_uid",
                        "sponsor_image_url",
                        "sponsor_name",
                        "last_push_timestamp",
                        "overlay_log_uid",
                        "app_overlay_uid",
                        "button_text",
                        "body_text",
                        "target_url");
    }

    private static String overlay(String type) {
        String common = """
            "last_push_timestamp": %d, "overlay_log_uid": "%s",\
            """.formatted(START.getEpochSecond(), OVERLAY_LOG);
        String none = """
            "sponsor_media_uid": null, "sponsor_image_url": null, "sponsor_name": null,\
            """;
        return "{" + common
                + switch (type) {
                    case "CLICKER" -> none + """
                        "overlay_type": "clicker", "overlay_public_name": "Clap", "content_media_uid": null,
                        "app_overlay_uid": "clicker", "clicker_instance_uid": "%s", "overlay_timer": 20,
                        "overlay_delay": 0\
                        """.formatted(ShowUid.CLICKER_INSTANCE.at(5));
                    case "STATIC" -> STATIC_FIELDS;
                    case "QUIZ" -> none + """
                        "overlay_type": "quiz_question", "overlay_public_name": "Who scored?",
                        "content_media_uid": null, "app_overlay_uid": "quiz", "quiz_question_uid": "q1",
                        "options": [{"answer_idx": 0, "answer": "Ann"}, {"answer_idx": 1, "answer": "Bob"}],
                        "show_results": false, "overlay_timer": 30\
                        """;
                    case "FIELD" -> none + """
                        "overlay_type": "custom_field", "overlay_public_name": "Your team?",
                        "content_media_uid": null, "app_overlay_uid": "field", "crm_field_key": "team",
                        "custom_field": {"crm_field_key": "team", "field_type": "text"}, "overlay_timer": null\
                        """;
                    default -> none + """
                        "overlay_type": "banner", "overlay_public_name": "Welcome", "content_media_uid": "m2",
                        "app_overlay_uid": "banner\"\
                        """;
                }
                + "}";
    }

    private static final String STATIC_FIELDS = """
        "overlay_type": "static", "overlay_public_name": "The shirt", "content_media_uid": null,
        "sponsor_media_uid": "m1", "sponsor_image_url": "https://fans.example/social_media/m1",
        "sponsor_name": "Shirts", "app_overlay_uid": "static", "button_text": "Buy", "body_text": null,
        "target_url": "https://shop.example\"\
        """;

    @Test
    void a_state_has_the_items_of_the_page() {
        ShownPush live = new ShownPush(STATIC, 5, START, false, START.minusSeconds(60));
        List<RoomFrame> received =
                frames(state(ACTIVE), new ControlStanding(ACTIVE, null, live, List.of(push(STATIC))));
        String overlay = overlay("STATIC");
        is(received.getFirst().data(), """
            {"action": "state_change", "state": "active",
             "items": {"vods": [%s],
                       "home_items": {"live_overlay": %s, "last_update_timestamp": %d},
                                      "pinned_overlays": [%s]}}}\
            """.formatted(
                        VOD, overlay.substring(0, overlay.length() - 1), START.getEpochSecond() - 60, overlay));
        assertThat(received).hasSize(1);
    }

    @Test
    void an_overlay_at_home_is_never_the_quiz_that_runs() {
        List<RoomFrame> received = frames(state(ACTIVE), new ControlStanding(ACTIVE, null, push(QUIZ), List.of()));
        is(received.getFirst().data(), """
            {"action": "state_change", "state": "active",
             "items": {"vods": [%s],
                       "home_items": {"live_overlay": null, "pinned_overlays": []}}}\
            """.formatted(VOD));
    }

    @Test
    void a_state_that_clears_is_followed_by_what_is_live_then() {
        List<RoomFrame> received = frames(
                state(FINISHED),
                new ControlMoment(5, new ControlStanding(FINISHED, FEED, null, List.of()), null, true));
        assertThat(received)
                .extracting(frame -> frame.data().get("action").asString())
                .containsExactly("state_change", "update_live_overlay");
        assertThat(received.getLast().data().get("live_overlay").isNull()).isTrue();
        assertThat(received.getLast().data().get("live_feed").get("feed_name").asString())
                .isEqualTo("Main");
    }

    @Test
    void a_feed_is_sent_with_the_live_overlay_and_without_its_manifest() {
        List<RoomFrame> received =
                frames(new LiveFeedSwitched(SHOW, FEED), new ControlStanding(ACTIVE, FEED, push(BANNER), List.of()));
        is(received.getFirst().data(), """
            {"action": "update_live_feed",
             "live_feed": {"feed_name": "Main", "video_endpoint_uid": "f1", "video_host_key": "yt",
                           "video_host_event_key": "abc"},
             "live_overlay": %s}\
            """.formatted(overlay("BANNER")));
        is(
                frames(new OverlayTakenDown(SHOW), new ControlStanding(ACTIVE, null, null, List.of()))
                        .getFirst()
                        .data(),
                """
                {"action": "update_live_overlay", "live_feed": null, "live_overlay": null}\
                """);
    }

    @Test
    void results_come_with_the_live_question_alone_and_never_with_the_right_answers() {
        QuizResultsShown results = new QuizResultsShown(SHOW, "q1", List.of(1), 10);
        ShownPush shown = push(QUIZ).withResults();
        List<RoomFrame> received = frames(results, new ControlStanding(ACTIVE, null, shown, List.of()));
        assertThat(received.getFirst()
                        .data()
                        .get("live_overlay")
                        .get("show_results")
                        .asBoolean())
                .isTrue();
        assertThat(received.getFirst().data().toString()).doesNotContain("right", "correct", "point");
        assertThat(frames(results, new ControlStanding(ACTIVE, null, push(STATIC), List.of())))
                .isEmpty();
        assertThat(frames(results, new ControlStanding(ACTIVE, null, null, List.of())))
                .isEmpty();
    }

    @Test
    void pins_are_sent_one_by_one() {
        String pin = """
            {"action": "update_pinned_overlays", "overlay": {"is_pinned": %s, %s}}\
            """;
        String overlay = overlay("STATIC");
        String fields = overlay.substring(1, overlay.length() - 1);
        ControlMoment moment = new ControlMoment(
                5, new ControlStanding(ACTIVE, null, null, List.of(push(STATIC))), push(STATIC), false);
        is(frames(pinned(STATIC), moment).getFirst().data(), pin.formatted("true", fields));
        is(frames(new OverlayUnpinned(SHOW, "static"), moment).getFirst().data(), pin.formatted("false", fields));
    }

    @Test
    void unpublished_events_have_no_frame_and_only_the_control_room() {
        assertThat(frames.events()).doesNotContain(ChatSettingsChanged.class);
        assertThat(frames.rooms(recorded(pushed(STATIC)))).containsExactly("control:room:100");
        others.on(FindControlMoments.class, query -> List.of());
        assertThat(frames.frames(List.of(recorded(pushed(STATIC))))).isEmpty();
    }

    @Test
    void a_client_that_joins_gets_the_state_at_the_last_change() {
        others.on(
                FindControlMoment.class,
                query -> new ControlMoment(
                        9, new ControlStanding(ACTIVE, FEED, push(QUIZ), List.of(push(STATIC))), null, false));
        ControlState found = frames.find(new FindControlState(7, 100));
        assertThat(found.position()).isEqualTo(9);
        assertThat(found.frames())
                .extracting(frame -> frame.data().get("action").asString())
                .containsExactly("state_change", "update_live_feed", "update_live_overlay");
        assertThat(found.frames()).extracting(RoomFrame::position).containsOnly(9L);
        is(found.liveOverlay(), overlay("QUIZ"));
        is(found.pinnedOverlays().getFirst(), overlay("STATIC"));
        others.on(FindControlMoment.class, query -> ControlMoment.NONE);
        ControlState nothing = frames.find(new FindControlState(7, 100));
        assertThat(nothing.position()).isZero();
        assertThat(nothing.liveFeed()).isNull();
        assertThat(nothing.frames().getFirst().data().get("state").asString()).isEqualTo("off");
    }

    private List<RoomFrame> frames(Event event, ControlStanding standing) {
        return frames(event, new ControlMoment(5, standing, null, false));
    }

    private List<RoomFrame> frames(Event event, ControlMoment moment) {
        others.on(FindControlMoments.class, query -> List.of(moment));
        return frames.frames(List.of(recorded(event)));
    }

    private static RecordedEvent recorded(Event event) {
        return new RecordedEvent(
                event, 5, START, SHOW.toString(), 4, new RecordedEvent.Origin(7, "key", "Command", "request"));
    }

    private static ShownPush push(ShownOverlay shown) {
        return new ShownPush(shown, 5, START, false, null);
    }

    private static void is(@Nullable ObjectNode found, String expected) {
        JsonMapper json = JsonMapper.shared();
        assertThat(json.readTree(String.valueOf(found))).isEqualTo(json.readTree(expected));
    }
}
