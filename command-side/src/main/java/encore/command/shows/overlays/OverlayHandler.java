package encore.command.shows.overlays;

import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.quizzes.QuizCommand.ReadQuizQuestion;
import encore.kernel.quizzes.QuizId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayCommand.AddCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.AddOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeOverlay;
import encore.kernel.shows.overlays.OverlaysId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Checks that the quiz question or custom field of an overlay exists, and sends the overlay to the store. */
@Component
class OverlayHandler {

    @CommandHandler
    Overlay decide(AddOverlay command, Streams streams, Dispatch dispatch) {
        ShowCampaigns.mustHaveShow(new ShowId(command.overlays().campaign()), streams);
        itsSubjectExists(command.overlays(), command.overlay(), dispatch);
        return dispatch.sendLast(new AddCheckedOverlay(command.overlays(), command.overlay()));
    }

    @CommandHandler
    Overlay decide(ChangeOverlay command, Streams streams, Dispatch dispatch) {
        ShowCampaigns.mustHaveShow(new ShowId(command.overlays().campaign()), streams);
        itsSubjectExists(command.overlays(), command.change().given(), dispatch);
        return dispatch.sendLast(new ChangeCheckedOverlay(command.overlays(), command.change()));
    }

    private static void itsSubjectExists(OverlaysId overlays, Overlay given, Dispatch dispatch) {
        String question = given.quizQuestionUid();
        if (question == null || question.isEmpty()) {
            dispatch.skipStep();
        } else {
            dispatch.send(new ReadQuizQuestion(new QuizId(overlays.campaign()), question));
        }
        String key = given.crmFieldKey();
        if (key == null || key.isEmpty()) {
            dispatch.skipStep();
        } else {
            OverlayFields.mustBeActive(overlays.account(), key, dispatch);
        }
    }
}
