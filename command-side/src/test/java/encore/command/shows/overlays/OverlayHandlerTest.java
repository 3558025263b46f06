package encore.command.shows.overlays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fields.FieldCommand.ReadFields;
import encore.kernel.fields.FieldDefinitions;
import encore.kernel.quizzes.QuizCommand.ReadQuizQuestion;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayCommand.AddCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.AddOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeOverlay;
import encore.kernel.shows.overlays.OverlaysId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlayHandlerTest {

    private static final OverlaysId OVERLAYS = new OverlaysId(new CampaignId(7, 100));

    private final OverlayHandler handler = new OverlayHandler();
    private final AggregateUnderTest.OpenStreams streams =
            new AggregateUnderTest.OpenStreams().open(OVERLAYS.campaign());
    private final List<Command<?>> sent = new ArrayList<>();

    @Test
    void the_question_of_an_overlay_is_looked_up_when_it_is_set() {
        Overlay quiz =
                OverlayBuilder.builder(Overlay.ofUid("o")).quizQuestionUid("q1").build();
        handler.decide(new AddOverlay(OVERLAYS, quiz), streams, new Answering());
        handler.decide(new ChangeOverlay(OVERLAYS, Patch.of(quiz)), streams, new Answering());
        handler.decide(new ChangeOverlay(OVERLAYS, Patch.of(Overlay.ofUid("o"))), streams, new Answering());
        var question = new ReadQuizQuestion(new QuizId(OVERLAYS.campaign()), "q1");
        assertThat(sent)
                .containsExactly(
                        question,
                        new AddCheckedOverlay(OVERLAYS, quiz),
                        question,
                        new ChangeCheckedOverlay(OVERLAYS, Patch.of(quiz)),
                        new ChangeCheckedOverlay(OVERLAYS, Patch.of(Overlay.ofUid("o"))));
    }

    @Test
    void a_field_that_is_not_there_is_refused_before_anything_is_stored() {
        Overlay field =
                OverlayBuilder.builder(Overlay.ofUid("o")).crmFieldKey("team").build();
        assertThatThrownBy(() -> handler.decide(new AddOverlay(OVERLAYS, field), streams, new Answering()))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("crm_field_key"));
        assertThat(sent).hasSize(1);
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
                        case ReadQuizQuestion received ->
                            new QuizQuestion("q1", "?", List.of("yes"), List.of(), 0L, null);
                        case ReadFields fields -> new FieldDefinitions(List.of());
                        default -> Overlay.ofUid("o");
                    };
        }
    }
}
