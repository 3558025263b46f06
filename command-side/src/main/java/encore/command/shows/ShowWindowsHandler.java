package encore.command.shows;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.Streams.Place;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowCommand.ReadClicker;
import encore.kernel.shows.ShowCommand.ReadPushPlaces;
import encore.kernel.shows.ShowCommand.ReadWindow;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.windows.ClickerWindow;
import encore.kernel.shows.windows.PushPlace;
import encore.kernel.shows.windows.PushPlaces;
import encore.kernel.shows.windows.QuizWindows;
import encore.kernel.shows.windows.ShowWindow;
import java.time.Instant;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Answers when windows of a show open and close. The show knows which of its events opened and closed them; the log knows
 * the times of these events.
 */
@Component
class ShowWindowsHandler {

    /** A fan who sees the last second of a timer can still answer in it. */
    private static final int GRACE_SECONDS = 1;

    @CommandHandler
    QuizWindows decide(ReadWindow command, Streams streams, Dispatch dispatch) {
        PushPlaces pushes = dispatch.send(new ReadPushPlaces(command.show(), command.quizQuestionUid()));
        if (!pushes.wasPushed()) {
            throw new Refusal(
                    RULE,
                    "question-not-pushed",
                    "quiz_question_uid",
                    "The quiz question was never pushed in this show.");
        }
        return new QuizWindows(
                pushes.places().stream()
                        .mapToInt(PushPlace::optionCount)
                        .findFirst()
                        .orElse(0),
                pushes.areResultsShown(),
                pushes.places().stream()
                        .map(place -> window(command.show(), place, streams))
                        .toList());
    }

    @CommandHandler
    ClickerWindow decide(ReadClicker command, Streams streams, Dispatch dispatch) {
        PushPlaces pushes = dispatch.send(new ReadPushPlaces(command.show(), null));
        return pushes.places().stream()
                .filter(place -> streams.position(command.show(), place.sequence()) == command.clickerPosition())
                .findFirst()
                .map(place -> new ClickerWindow(
                        window(command.show(), place, streams), place.pointsPerClick(), place.maxPoints()))
                .orElseThrow(() -> new Refusal(
                        RULE,
                        "unknown-clicker",
                        "clicker_instance_uid",
                        "This show has no such clicker, or it was over long ago."));
    }

    private static ShowWindow window(ShowId show, PushPlace place, Streams streams) {
        Place push = place(show, place.sequence(), streams);
        Instant opensAt = push.at().plusSeconds(place.overlayDelay());
        Instant closesAt =
                place.overlayTimer() == null ? null : opensAt.plusSeconds(place.overlayTimer() + GRACE_SECONDS);
        if (place.closingSequence() != null) {
            Instant closing = place(show, place.closingSequence(), streams).at();
            closesAt = closesAt == null || closing.isBefore(closesAt) ? closing : closesAt;
        }
        return new ShowWindow(push.position(), opensAt, closesAt);
    }

    private static Place place(ShowId show, long sequence, Streams streams) {
        Place place = streams.place(show, sequence);
        if (place == null) {
            throw new IllegalStateException("The log does not have event " + sequence + " of " + show);
        }
        return place;
    }
}
