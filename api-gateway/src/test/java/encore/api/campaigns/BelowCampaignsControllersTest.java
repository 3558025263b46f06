package encore.api.campaigns;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.DayOfViews;
import encore.kernel.campaigns.HiddenFan;
import encore.kernel.campaigns.HiddenFanCommand.HideFan;
import encore.kernel.campaigns.HiddenFanCommand.ShowFan;
import encore.kernel.campaigns.HiddenFanId;
import encore.kernel.campaigns.QuizCommand.AddQuizQuestion;
import encore.kernel.campaigns.QuizCommand.ChangeQuizQuestion;
import encore.kernel.campaigns.QuizId;
import encore.kernel.campaigns.QuizQuestion;
import encore.kernel.campaigns.Room;
import encore.kernel.campaigns.RoomCommand.AddRoom;
import encore.kernel.campaigns.RoomCommand.ChangeRoom;
import encore.kernel.campaigns.RoomCommand.RemoveRoom;
import encore.kernel.campaigns.RoomType;
import encore.kernel.campaigns.RoomsId;
import encore.kernel.campaigns.SavedTabItem;
import encore.kernel.campaigns.TabItem;
import encore.kernel.campaigns.TabItemCommand.AddTabItem;
import encore.kernel.campaigns.TabItemCommand.ChangeTabItem;
import encore.kernel.campaigns.TabItemCommand.RemoveTabItem;
import encore.kernel.campaigns.TabItemDetails;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.TabItemQuery.FindTabItem;
import encore.kernel.campaigns.ViewsCommand.ReportViews;
import encore.kernel.campaigns.ViewsId;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

/** What stands below a campaign: items, questions, rooms, hidden fans, views. */
class BelowCampaignsControllersTest {

    private static final String ONE = "/api/v1/manage/apps/100";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final CampaignId SPRING = new CampaignId(7, 100);
    private static final TabItemId ITEM = new TabItemId(SPRING, 5);
    private static final QuizId QUIZ = new QuizId(SPRING);
    private static final RoomsId ROOMS = new RoomsId(SPRING);

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            TabItemsController.class,
            QuizQuestionsController.class,
            RoomsController.class,
            HiddenFansController.class,
            ViewsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void everything_is_done() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(AddTabItem.class, command -> new SavedTabItem(5))
                .on(ChangeTabItem.class, command -> new SavedTabItem(5))
                .on(RemoveTabItem.class, command -> new SavedTabItem(5))
                .on(FindTabItem.class, query -> TabItem.of(ITEM, item("Final", 1), Instant.EPOCH))
                .on(AddQuizQuestion.class, AddQuizQuestion::question)
                .on(ChangeQuizQuestion.class, command -> command.change().given())
                .on(AddRoom.class, AddRoom::room)
                .on(ChangeRoom.class, command -> command.change().given())
                .on(RemoveRoom.class, command -> new Room(command.roomKey(), null, null))
                .on(HideFan.class, command -> new HiddenFan(command.hiddenFan().fanId()))
                .on(ShowFan.class, command -> new HiddenFan(command.hiddenFan().fanId()))
                .on(ReportViews.class, command -> new DayOfViews(command.views().day(), 1, 2));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {FORM + " | title=Final&position=1", JSON + " | {\"title\": \"Final\", \"position\": 1}"})
    void a_tab_item_is_added_and_answered(String type, String body) {
        post("/tab_items", type, body)
                .isOk()
                .expectBody()
                .jsonPath("$.tab_item_id")
                .isEqualTo(5);
        AddTabItem sent = (AddTabItem) backend.sent.getFirst();
        assertThat(sent.tabItem().campaign()).isEqualTo(SPRING);
        assertThat(sent.details()).isEqualTo(item("Final", 1));
    }

    @Test
    void a_tab_item_is_changed_and_removed() {
        post("/tab_items/5", FORM, "position=2&subtitle=").isOk();
        delete("/tab_items/5");
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangeTabItem(ITEM, new Patch<>(item(null, 2), Set.of("subtitle"))),
                        new RemoveTabItem(ITEM)));
        naming(post("/tab_items/5", FORM, "inventory_count=-1"), "inventory_count");
        naming(post("/tab_items", JSON, "{\"title\": \"x\", \"media_map\": []}"), "media_map");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | question=Encore?&options=yes&options=no&right_answers=0",
                JSON + " | {\"question\": \"Encore?\", \"options\": [\"yes\", \"no\"], \"right_answers\": [0]}"
            })
    void a_question_is_added_with_a_uid_of_ours(String type, String body) {
        post("/quiz_questions", type, body).isOk();
        AddQuizQuestion sent = (AddQuizQuestion) backend.sent.getFirst();
        String uid = sent.question().quizQuestionUid();
        assertThat(sent)
                .isEqualTo(new AddQuizQuestion(
                        QUIZ, new QuizQuestion(uid, "Encore?", List.of("yes", "no"), List.of(0), null)));
    }

    @Test
    void a_question_is_changed_by_what_is_said() {
        post("/quiz_questions/u", FORM, "right_answers=&position=").isOk();
        var given = new QuizQuestion("u", null, null, List.of(), null);
        assertThat(backend.sent)
                .isEqualTo(List.of(new ChangeQuizQuestion(QUIZ, new Patch<>(given, Set.of("position")))));
        naming(post("/quiz_questions", FORM, "question=" + "x".repeat(1_001)), "question");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | room_key=lounge&room_type=public_rooms",
                JSON + " | {\"room_key\": \"lounge\", \"room_type\": \"public_rooms\"}"
            })
    void a_room_is_added(String type, String body) {
        post("/rooms", type, body).isOk();
        assertThat(backend.sent)
                .isEqualTo(List.of(new AddRoom(ROOMS, new Room("lounge", RoomType.PUBLIC_ROOMS, null))));
    }

    @Test
    void a_room_is_called_otherwise_and_removed() {
        post("/rooms/lounge", FORM, "room_title=").isOk();
        delete("/rooms/lounge");
        assertThat(backend.sent)
                .isEqualTo(List.of(
                        new ChangeRoom(ROOMS, new Patch<>(new Room("lounge", null, null), Set.of("roomTitle"))),
                        new RemoveRoom(ROOMS, "lounge")));
        naming(post("/rooms", FORM, "room_type=public_rooms"), "room_key");
        naming(post("/rooms", FORM, "room_key=x&room_type=private_rooms"), "room_type");
    }

    @Test
    void a_fan_is_hidden_and_shown() {
        post("/hidden_fans", JSON, "{\"fan_id\": 42}").isOk();
        delete("/hidden_fans/42");
        var ada = new HiddenFanId(SPRING, 42);
        assertThat(backend.sent).isEqualTo(List.of(new HideFan(ada), new ShowFan(ada)));
        naming(post("/hidden_fans", FORM, ""), "fan_id");
    }

    @Test
    void views_are_reported_of_a_day() {
        post("/views", JSON, "{\"view_date\": \"2026-03-01\", \"view_count\": 1}")
                .isOk()
                .expectBody()
                .json("{\"view_date\": \"2026-03-01\", \"view_count\": 1, \"share_count\": 2}");
        post("/views/2026-03-01", FORM, "share_count=2").isOk();
        var day = new ViewsId(SPRING, LocalDate.of(2026, 3, 1));
        assertThat(backend.sent).isEqualTo(List.of(new ReportViews(day, 1L, null), new ReportViews(day, null, 2L)));
        naming(post("/views", FORM, "view_date=2026-02-30"), "view_date");
        naming(post("/views", FORM, "view_date=2026-03-01&view_count=-1"), "view_count");
        client.get().uri(ONE + "/views/today").exchange().expectStatus().isNotFound();
    }

    private StatusAssertions post(String path, String type, String body) {
        return GATEWAY.post(ONE + path, type, body);
    }

    private void delete(String path) {
        client.delete()
                .uri(ONE + path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }

    private static TabItemDetails item(@Nullable String title, @Nullable Integer position) {
        return new TabItemDetails(title, null, null, position, null, null, null, null, null, null);
    }
}
