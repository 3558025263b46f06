package encore.command.shows;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.shows.overlays.OverlayFields;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.quizzes.QuizCommand.CloseQuizQuestion;
import encore.kernel.quizzes.QuizCommand.LockQuizQuestion;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuestion;
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
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedCommand.ReadFeed;
import encore.kernel.shows.feeds.FeedsId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayCommand.ReadOverlay;
import encore.kernel.shows.overlays.OverlaysId;
import encore.kernel.shows.windows.PushPlaces;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Gathers everything that a push shows, and sends it to the show. A quiz question is locked before it is pushed and closed
 * before its results are shown, so after a crash in between nothing is wrong, and a repeat finishes.
 */
@Component
class ShowControlHandler {

    @CommandHandler
    SavedShow decide(SwitchFeed command, Dispatch dispatch) {
        if (command.videoEndpointUid() == null) {
            dispatch.skipStep();
            return dispatch.sendLast(new SwitchLiveFeed(command.show(), null));
        }
        Feed feed = dispatch.send(new ReadFeed(new FeedsId(command.show().campaign()), command.videoEndpointUid()));
        return dispatch.sendLast(new SwitchLiveFeed(command.show(), feed));
    }

    @CommandHandler
    SavedShow decide(PushOverlay command, Dispatch dispatch) {
        Overlay overlay =
                dispatch.send(overlay(command.show(), command.appOverlayUid())).withSponsorImage(command.publicUrl());
        if (!dispatch.send(new ReadShow(command.show())).state().isOpen()) {
            throw new Refusal(RULE, "show-not-open", "The show is neither pending nor active.");
        }
        return dispatch.sendLast(new PushShownOverlay(command.show(), shown(command.show(), overlay, dispatch)));
    }

    @CommandHandler
    SavedShow decide(PinOverlay command, Dispatch dispatch) {
        Overlay overlay =
                dispatch.send(overlay(command.show(), command.appOverlayUid())).withSponsorImage(command.publicUrl());
        return dispatch.sendLast(new PinShownOverlay(command.show(), ShownOverlay.of(overlay)));
    }

    @CommandHandler
    SavedShow decide(ShowQuizResults command, Dispatch dispatch) {
        String uid = command.quizQuestionUid();
        PushPlaces pushes = dispatch.send(new ReadPushPlaces(command.show(), uid));
        if (!pushes.wasPushed()) {
            throw new Refusal(
                    RULE,
                    "question-not-pushed",
                    "quiz_question_uid",
                    "The quiz question was never pushed in this show.");
        }
        QuizQuestion closed =
                dispatch.send(new CloseQuizQuestion(new QuizId(command.show().campaign()), uid));
        return dispatch.sendLast(new RecordQuizResults(
                command.show(),
                uid,
                closed.rightAnswers() == null ? List.of() : closed.rightAnswers(),
                closed.pointCount() == null ? 0 : closed.pointCount()));
    }

    private static ReadOverlay overlay(ShowId show, String appOverlayUid) {
        return new ReadOverlay(new OverlaysId(show.campaign()), appOverlayUid);
    }

    private static ShownOverlay shown(ShowId show, Overlay overlay, Dispatch dispatch) {
        if (overlay.quizQuestionUid() != null) {
            QuizQuestion locked =
                    dispatch.send(new LockQuizQuestion(new QuizId(show.campaign()), overlay.quizQuestionUid()));
            return ShownOverlay.ofQuiz(overlay, locked);
        }
        if (overlay.crmFieldKey() != null) {
            FieldDefinition field = OverlayFields.mustBeActive(show.account(), overlay.crmFieldKey(), dispatch);
            return ShownOverlay.ofField(overlay, field);
        }
        return ShownOverlay.of(overlay);
    }
}
