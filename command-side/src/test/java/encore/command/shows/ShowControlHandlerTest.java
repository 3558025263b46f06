package encore.command.shows;

import static encore.command.shows.SampleShow.SHOW;
import static encore.command.shows.SampleShow.STATIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldDefinitionBuilder;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.fields.FieldType;
import encore.kernel.quizzes.QuizCommand.CloseQuizQuestion;
import encore.kernel.quizzes.QuizCommand.LockQuizQuestion;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.SavedShow;
import encore.kernel.shows.ShowCommand.PinOverlay;
import encore.kernel.shows.ShowCommand.PinShownOverlay;
import encore.kernel.shows.ShowCommand.PushOverlay;
import encore.kernel.shows.ShowCommand.PushShownOverlay;
import encore.kernel.shows.ShowCommand.ReadPushPlaces;
import encore.kernel.shows.ShowCommand.ReadShow;
import encore.kernel.shows.ShowCommand.RecordQuizResults;
import encore.kernel.shows.ShowCommand.ShowQuizResults;
import encore.kernel.shows.ShowCommand.SwitchFeed;
import encore.kernel.shows.ShowCommand.SwitchLiveFeed;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowTerms;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedCommand.ReadFeed;
import encore.kernel.shows.feeds.FeedsId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayCommand.ReadOverlay;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.overlays.OverlaysId;
import encore.kernel.shows.windows.PushPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShowControlHandlerTest {

    private static final QuizId QUIZ = new QuizId(SHOW.campaign());
    private static final OverlaysId OVERLAYS = new OverlaysId(SHOW.campaign());
    private static final Feed FEED = new Feed("f1", "Main", null, null, null);
    private static final QuizQuestion QUESTION =
            new QuizQuestion("q1", "Who scored?", List.of("Ann", "Bob"), List.of(1), 10L, null);

    private final ShowControlHandler handler = new ShowControlHandler();
    private final List<Command<?>> sent = new ArrayList<>();
    private ShowState state = ShowState.ACTIVE;
    private boolean wasPushed = true;
    private Overlay overlay = STATIC.overlay();
    private @Nullable FieldDefinition field = field(true);

    @Test
    void a_feed_is_looked_up_and_none_is_not() {
        handler.decide(new SwitchFeed(SHOW, "f1"), new Answering());
        handler.decide(new SwitchFeed(SHOW, null), new Answering());
        assertThat(sent)
                .containsExactly(
                        new ReadFeed(new FeedsId(SHOW.campaign()), "f1"),
                        new SwitchLiveFeed(SHOW, FEED),
                        new SwitchLiveFeed(SHOW, null));
    }

    @Test
    void a_static_overlay_is_pushed_and_pinned_with_the_address_of_its_sponsors_image() {
        overlay = OverlayBuilder.builder(overlay).sponsorMediaUid("m1").build();
        ShownOverlay shown = ShownOverlay.of(OverlayBuilder.builder(overlay)
                .sponsorImageUrl("https://fans.example/social_media/m1")
                .build());
        handler.decide(new PushOverlay(SHOW, "static", "https://fans.example"), new Answering());
        handler.decide(new PinOverlay(SHOW, "static", "https://fans.example"), new Answering());
        handler.decide(new PinOverlay(SHOW, "static", null), new Answering());
        assertThat(sent)
                .containsExactly(
                        new ReadOverlay(OVERLAYS, "static"),
                        new ReadShow(SHOW),
                        new PushShownOverlay(SHOW, shown),
                        new ReadOverlay(OVERLAYS, "static"),
                        new PinShownOverlay(SHOW, shown),
                        new ReadOverlay(OVERLAYS, "static"),
                        new PinShownOverlay(SHOW, ShownOverlay.of(overlay)));
    }

    @Test
    void a_quiz_question_is_locked_before_it_is_pushed_and_shows_what_was_locked() {
        overlay = SampleShow.QUIZ.overlay();
        handler.decide(new PushOverlay(SHOW, "quiz", null), new Answering());
        assertThat(sent)
                .containsExactly(
                        new ReadOverlay(OVERLAYS, "quiz"),
                        new ReadShow(SHOW),
                        new LockQuizQuestion(QUIZ, "q1"),
                        new PushShownOverlay(SHOW, SampleShow.QUIZ));
    }

    @Test
    void nothing_is_locked_for_a_show_that_is_not_open() {
        overlay = SampleShow.QUIZ.overlay();
        state = ShowState.FINISHED;
        assertThatThrownBy(() -> handler.decide(new PushOverlay(SHOW, "quiz", null), new Answering()))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("show-not-open"));
        assertThat(sent).containsExactly(new ReadOverlay(OVERLAYS, "quiz"), new ReadShow(SHOW));
    }

    @Test
    void a_custom_field_is_shown_with_its_type_and_must_be_active() {
        overlay = OverlayBuilder.builder()
                .appOverlayUid("field")
                .overlayType(OverlayType.CUSTOM_FIELD)
                .crmFieldKey("team")
                .build();
        handler.decide(new PushOverlay(SHOW, "field", null), new Answering());
        assertThat(((PushShownOverlay) sent.getLast()).shown().fieldType()).isEqualTo(FieldType.values()[0].word());
        for (FieldDefinition gone : new FieldDefinition[] {field(false), null}) {
            field = gone;
            sent.clear();
            assertThatThrownBy(() -> handler.decide(new PushOverlay(SHOW, "field", null), new Answering()))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.field()).isEqualTo("crm_field_key"));
            assertThat(sent).doesNotHaveAnyElementsOfTypes(PushShownOverlay.class);
        }
    }

    @Test
    void a_question_is_closed_before_its_results_are_shown() {
        handler.decide(new ShowQuizResults(SHOW, "q1"), new Answering());
        assertThat(sent)
                .containsExactly(
                        new ReadPushPlaces(SHOW, "q1"),
                        new CloseQuizQuestion(QUIZ, "q1"),
                        new RecordQuizResults(SHOW, "q1", List.of(1), 10));
    }

    @Test
    void a_question_that_was_never_pushed_is_not_closed() {
        wasPushed = false;
        assertThatThrownBy(() -> handler.decide(new ShowQuizResults(SHOW, "q1"), new Answering()))
                .isInstanceOf(Refusal.class);
        assertThat(sent).containsExactly(new ReadPushPlaces(SHOW, "q1"));
    }

    private static FieldDefinition field(boolean isActive) {
        return FieldDefinitionBuilder.builder()
                .crmFieldKey("team")
                .fieldType(FieldType.values()[0])
                .isActive(isActive)
                .build();
    }

    private final class Answering implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is given what it names.
        public <R> R send(Command<R> command) {
            sent.add(command);
            return (R)
                    switch (command) {
                        case ReadFeed feed -> FEED;
                        case ReadOverlay received -> overlay;
                        case ReadShow received -> new ShowTerms(state, ChatSettings.DEFAULT, List.of());
                        case LockQuizQuestion locked -> QUESTION;
                        case CloseQuizQuestion closed -> QUESTION;
                        case ReadFields fields ->
                            new FieldDefinitions(field == null ? List.of() : List.copyOf(Set.of(field)));
                        case ReadPushPlaces received -> new PushPlaces(List.of(), wasPushed, false);
                        default -> new SavedShow(100);
                    };
        }
    }
}
