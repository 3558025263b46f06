package encore.query.campaigns;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging.NextKey;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.DayOfViews;
import encore.kernel.campaigns.HiddenFan;
import encore.kernel.campaigns.HiddenFanEvent.FanHidden;
import encore.kernel.campaigns.HiddenFanEvent.FanShown;
import encore.kernel.campaigns.HiddenFanId;
import encore.kernel.campaigns.HiddenFanQuery.FindHiddenAmong;
import encore.kernel.campaigns.HiddenFanQuery.FindHiddenFan;
import encore.kernel.campaigns.HiddenFanQuery.ListHiddenFans;
import encore.kernel.campaigns.QuizEvent.QuizQuestionAdded;
import encore.kernel.campaigns.QuizEvent.QuizQuestionChanged;
import encore.kernel.campaigns.QuizEvent.QuizQuestionRemoved;
import encore.kernel.campaigns.QuizId;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestion;
import encore.kernel.campaigns.QuizQuery.FindQuizQuestions;
import encore.kernel.campaigns.QuizQuestion;
import encore.kernel.campaigns.Room;
import encore.kernel.campaigns.RoomEvent.RoomAdded;
import encore.kernel.campaigns.RoomEvent.RoomChanged;
import encore.kernel.campaigns.RoomEvent.RoomRemoved;
import encore.kernel.campaigns.RoomQuery.FindRoom;
import encore.kernel.campaigns.RoomQuery.FindRooms;
import encore.kernel.campaigns.RoomType;
import encore.kernel.campaigns.RoomsId;
import encore.kernel.campaigns.TabItem;
import encore.kernel.campaigns.TabItemDetails;
import encore.kernel.campaigns.TabItemEvent.TabItemAdded;
import encore.kernel.campaigns.TabItemEvent.TabItemChanged;
import encore.kernel.campaigns.TabItemEvent.TabItemRemoved;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.TabItemQuery.FindShownTabItems;
import encore.kernel.campaigns.TabItemQuery.FindTabItem;
import encore.kernel.campaigns.TabItemQuery.ListTabItems;
import encore.kernel.campaigns.ViewSums;
import encore.kernel.campaigns.ViewsEvent.ViewsReported;
import encore.kernel.campaigns.ViewsEvent.ViewsWithdrawn;
import encore.kernel.campaigns.ViewsId;
import encore.kernel.campaigns.ViewsQuery.FindViews;
import encore.kernel.campaigns.ViewsQuery.ListViews;
import encore.kernel.campaigns.ViewsQuery.SumViews;
import encore.query.EarlierDocuments;
import encore.query.ProjectionUnderTest;
import encore.query.projection.Projection;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands below a campaign, each in a projection of its own. */
class BelowCampaignsTest {

    private static final CampaignId OTHER = new CampaignId(7, 101);
    private static final NextKey FIRST = new NextKey(null, 2);
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @Test
    void tab_items_are_listed_as_they_were_added_and_shown_by_position() {
        try (var items = new ProjectionUnderTest<>(() -> new TabItemsProjection(springIsThere(AppType.WAGER)))) {
            var one = new TabItemId(SPRING, 1);
            var two = new TabItemId(SPRING, 2);
            var three = new TabItemId(SPRING, 3);
            items.given(
                    new TabItemAdded(one, item("one", null)),
                    new TabItemAdded(new TabItemId(OTHER, 1), item("other's", 1)),
                    new TabItemAdded(two, item("two", 2)),
                    new TabItemAdded(three, item("three", 3)),
                    TabItemChanged.of(three, Patch.of(item("third", 1))));
            var all = items.<Page<TabItem>>read(
                    documents -> items.projection().find(new ListTabItems(7, 100, FIRST), documents));
            assertThat(all.rows()).extracting(TabItem::title).containsExactly("one", "two");
            assertThat(items.<Page<TabItem>>read(documents -> items.projection()
                                    .find(new ListTabItems(7, 100, new NextKey(all.last(), 2)), documents))
                            .rows())
                    .extracting(TabItem::title)
                    .containsExactly("third");
            assertThat(items.<List<TabItem>>read(
                            documents -> items.projection().find(new FindShownTabItems(7, 100), documents)))
                    .extracting(TabItem::title)
                    .containsExactly("third", "two", "one");
            items.given(new TabItemRemoved(two));
            assertThat(items.<TabItem>read(documents -> items.projection().find(new FindTabItem(7, 100, 3), documents))
                            .position())
                    .isEqualTo(1);
            unknown(() ->
                    items.<TabItem>read(documents -> items.projection().find(new FindTabItem(7, 100, 2), documents)));
            unknown(() ->
                    items.<TabItem>read(documents -> items.projection().find(new FindTabItem(7, 101, 1), documents)));
            unknown(() -> items.<Page<TabItem>>read(
                    documents -> items.projection().find(new ListTabItems(7, 101, FIRST), documents)));
            replayed(items);
        }
    }

    @Test
    void questions_are_kept_in_the_order_they_were_added() {
        try (var quiz = new ProjectionUnderTest<>(() -> new QuizProjection(springIsThere(AppType.TRIVIA)))) {
            var ours = new QuizId(SPRING);
            quiz.given(
                    new QuizQuestionAdded(ours, question("a", "first")),
                    new QuizQuestionAdded(new QuizId(OTHER), question("a", "other's")),
                    new QuizQuestionAdded(ours, question("b", "second")),
                    new QuizQuestionAdded(ours, question("c", "third")),
                    new QuizQuestionChanged(ours, question("a", "first anew")),
                    new QuizQuestionRemoved(ours, "b"));
            assertThat(quiz.<List<QuizQuestion>>read(
                            documents -> quiz.projection().find(new FindQuizQuestions(7, 100), documents)))
                    .containsExactly(question("a", "first anew"), question("c", "third"));
            assertThat(quiz.<QuizQuestion>read(
                            documents -> quiz.projection().find(new FindQuizQuestion(7, 100, "c"), documents)))
                    .isEqualTo(question("c", "third"));
            unknown(() -> quiz.<QuizQuestion>read(
                    documents -> quiz.projection().find(new FindQuizQuestion(7, 100, "b"), documents)));
            unknown(() -> quiz.<List<QuizQuestion>>read(
                    documents -> quiz.projection().find(new FindQuizQuestions(7, 101), documents)));
            replayed(quiz);
        }
    }

    @Test
    void a_live_campaign_has_rooms_from_the_start() {
        var ours = new RoomsId(SPRING);
        var stage = new Room("stage", RoomType.PERMANENT_ROOMS, null);
        var lounge = new Room("lounge", RoomType.PUBLIC_ROOMS, "Lounge");
        for (AppType type : List.of(AppType.FANXP, AppType.LIVEXP, AppType.TRIVIA)) {
            try (var rooms = new ProjectionUnderTest<>(() -> new RoomsProjection(springIsThere(type)))) {
                rooms.given(
                        new RoomAdded(ours, stage),
                        new RoomAdded(ours, new Room("bar", RoomType.PUBLIC_ROOMS, null)),
                        new RoomAdded(ours, new Room("lounge", RoomType.PUBLIC_ROOMS, null)),
                        new RoomChanged(ours, lounge),
                        new RoomRemoved(ours, "bar"));
                List<Room> found =
                        rooms.<List<Room>>read(documents -> rooms.projection().find(new FindRooms(7, 100), documents));
                if (type == AppType.TRIVIA) {
                    assertThat(found).containsExactly(stage, lounge);
                    unknown(() -> rooms.<Room>read(
                            documents -> rooms.projection().find(new FindRoom(7, 100, "control"), documents)));
                } else {
                    assertThat(found)
                            .extracting(Room::roomKey)
                            .containsExactly("global_chat", "control", "stage", "lounge");
                }
                unknown(() ->
                        rooms.<Room>read(documents -> rooms.projection().find(new FindRoom(7, 100, "bar"), documents)));
                unknown(() ->
                        rooms.<List<Room>>read(documents -> rooms.projection().find(new FindRooms(7, 101), documents)));
                replayed(rooms);
            }
        }
    }

    @Test
    void rooms_that_an_earlier_build_stored_are_answered(@TempDir Path files) {
        var stage = new Room("stage", RoomType.PERMANENT_ROOMS, "Stage");
        var earlier = Collection.of("rooms", EarlierRooms.class);
        var rooms = new RoomsProjection(springIsThere(AppType.TRIVIA));
        assertThat(EarlierDocuments.<List<Room>>read(
                        files,
                        rooms,
                        earlier,
                        batch -> batch.put(earlier, "rooms.7.100", new EarlierRooms(List.of(stage))),
                        documents -> rooms.find(new FindRooms(7, 100), documents)))
                .containsExactly(stage);
    }

    private record EarlierRooms(List<Room> rooms) {}

    @Test
    void questions_that_an_earlier_build_stored_are_answered(@TempDir Path files) {
        var earlier = Collection.of("quizzes", EarlierQuiz.class);
        var quiz = new QuizProjection(springIsThere(AppType.TRIVIA));
        assertThat(EarlierDocuments.<QuizQuestion>read(
                        files,
                        quiz,
                        earlier,
                        batch -> batch.put(earlier, "quiz.7.100", new EarlierQuiz(List.of(question("a", "first")))),
                        documents -> quiz.find(new FindQuizQuestion(7, 100, "a"), documents)))
                .isEqualTo(question("a", "first"));
    }

    private record EarlierQuiz(List<QuizQuestion> questions) {}

    @Test
    void hidden_fans_are_listed_until_they_are_shown() {
        try (var hidden = new ProjectionUnderTest<>(() -> new HiddenFansProjection(springIsThere(AppType.TRIVIA)))) {
            hidden.given(
                    new FanHidden(new HiddenFanId(SPRING, 43)),
                    new FanHidden(new HiddenFanId(OTHER, 44)),
                    new FanHidden(new HiddenFanId(SPRING, 42)),
                    new FanHidden(new HiddenFanId(SPRING, 41)),
                    new FanShown(new HiddenFanId(SPRING, 42)));
            assertThat(hidden.<Page<HiddenFan>>read(
                                    documents -> hidden.projection().find(new ListHiddenFans(7, 100, FIRST), documents))
                            .rows())
                    .containsExactly(new HiddenFan(43), new HiddenFan(41));
            assertThat(hidden.<HiddenFan>read(
                            documents -> hidden.projection().find(new FindHiddenFan(7, 100, 41), documents)))
                    .isEqualTo(new HiddenFan(41));
            assertThat(hidden.<List<HiddenFan>>read(documents ->
                            hidden.projection().find(new FindHiddenAmong(7, 100, List.of(41L, 42L, 44L)), documents)))
                    .containsExactly(new HiddenFan(41));
            unknown(() -> hidden.<HiddenFan>read(
                    documents -> hidden.projection().find(new FindHiddenFan(7, 100, 42), documents)));
            unknown(() -> hidden.<Page<HiddenFan>>read(
                    documents -> hidden.projection().find(new ListHiddenFans(7, 101, FIRST), documents)));
            replayed(hidden);
        }
    }

    @Test
    void views_are_what_was_reported_last_of_each_day() {
        try (var views = new ProjectionUnderTest<>(() -> new ViewsProjection(springIsThere(AppType.TRIVIA)))) {
            views.given(
                    new ViewsReported(new ViewsId(SPRING, DAY.plusDays(2)), 5, 1),
                    new ViewsReported(new ViewsId(SPRING, DAY), 7, 2),
                    new ViewsReported(new ViewsId(OTHER, DAY), 100, 100),
                    new ViewsReported(new ViewsId(SPRING, DAY.plusDays(1)), 9, 9),
                    new ViewsReported(new ViewsId(SPRING, DAY), 8, 2),
                    new ViewsReported(new ViewsId(SPRING, DAY.plusDays(3)), 1, 0),
                    new ViewsWithdrawn(new ViewsId(SPRING, DAY.plusDays(1))));
            var first = views.<Page<DayOfViews>>read(
                    documents -> views.projection().find(new ListViews(7, 100, FIRST), documents));
            assertThat(first.rows()).containsExactly(new DayOfViews(DAY, 8, 2), new DayOfViews(DAY.plusDays(2), 5, 1));
            assertThat(views.<Page<DayOfViews>>read(documents -> views.projection()
                                    .find(new ListViews(7, 100, new NextKey(first.last(), 2)), documents))
                            .rows())
                    .containsExactly(new DayOfViews(DAY.plusDays(3), 1, 0));
            assertThat(views.<DayOfViews>read(
                            documents -> views.projection().find(new FindViews(7, 100, DAY), documents)))
                    .isEqualTo(new DayOfViews(DAY, 8, 2));
            unknown(() -> views.<DayOfViews>read(
                    documents -> views.projection().find(new FindViews(7, 100, DAY.plusDays(1)), documents)));
            assertThat(views.<List<ViewSums>>read(documents ->
                            views.projection().find(new SumViews(7, List.of(101L, 100L, 1L), Days.ALL), documents)))
                    .containsExactly(
                            new ViewSums(101, 100, 100, 100), new ViewSums(100, 14, 3, 8), new ViewSums(1, 0, 0, 0));
            assertThat(views.<List<ViewSums>>read(documents -> views.projection()
                            .find(
                                    new SumViews(7, List.of(100L), new Days(DAY.plusDays(1), DAY.plusDays(2))),
                                    documents)))
                    .containsExactly(new ViewSums(100, 5, 1, 5));
            replayed(views);
        }
    }

    private static void unknown(ThrowingCallable question) {
        assertThatThrownBy(question)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    private static <P extends Projection> void replayed(ProjectionUnderTest<P> projection) {
        try (var again = projection.replayed()) {
            assertThat(again.checksums()).isEqualTo(projection.checksums());
        }
    }

    private static TabItemDetails item(String title, @Nullable Integer position) {
        return new TabItemDetails(title, null, null, position, null, null, null, null, null, null);
    }

    private static QuizQuestion question(String uid, String question) {
        return new QuizQuestion(uid, question, List.of("yes", "no"), List.of(1), 1);
    }
}
