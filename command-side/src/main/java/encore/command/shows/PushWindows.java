package encore.command.shows;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.windows.PushPlace;
import encore.kernel.shows.windows.PushPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The windows of a show's pushes, as the aggregate knows them: by sequences of events, without times. */
class PushWindows {

    /** More than staff can push within the seconds in which a closed window may still be asked about. */
    private static final int MAX_PLACES = 50;

    /** The latest pushes of quiz questions and clickers, oldest first. */
    private List<PushPlace> places = new ArrayList<>();

    private SortedSet<String> pushedQuestions = new TreeSet<>();
    private SortedSet<String> questionsWithResults = new TreeSet<>();

    PushWindows() {}

    boolean areResultsShown(@Nullable String quizQuestionUid) {
        return quizQuestionUid != null && questionsWithResults.contains(quizQuestionUid);
    }

    void mustHavePushed(String quizQuestionUid) {
        if (!pushedQuestions.contains(quizQuestionUid)) {
            throw new Refusal(
                    RULE,
                    "question-not-pushed",
                    "quiz_question_uid",
                    "The quiz question was never pushed in this show.");
        }
    }

    PushPlaces places(@Nullable String quizQuestionUid) {
        return new PushPlaces(
                places.reversed().stream()
                        .filter(place -> Objects.equals(place.quizQuestionUid(), quizQuestionUid))
                        .toList(),
                quizQuestionUid != null && pushedQuestions.contains(quizQuestionUid),
                areResultsShown(quizQuestionUid));
    }

    void push(OverlayPushed event, long sequence) {
        Overlay overlay = event.shown().overlay();
        String question = overlay.quizQuestionUid();
        if (question != null) {
            pushedQuestions.add(question);
        }
        if (overlay.overlayType() == OverlayType.CLICKER || question != null && !event.isAnswerShown()) {
            if (places.size() == MAX_PLACES) {
                places.removeFirst();
            }
            places.add(place(event, sequence));
        }
    }

    private static PushPlace place(OverlayPushed event, long sequence) {
        Overlay overlay = event.shown().overlay();
        List<String> options = event.shown().options();
        return new PushPlace(
                sequence,
                null,
                overlay.quizQuestionUid(),
                options == null ? 0 : options.size(),
                overlay.overlayTimer(),
                overlay.overlayDelay() == null ? 0 : overlay.overlayDelay(),
                overlay.pointsPerClick() == null ? 0 : overlay.pointsPerClick(),
                overlay.maxPoints());
    }

    void showResults(String quizQuestionUid, long sequence) {
        questionsWithResults.add(quizQuestionUid);
        places.replaceAll(place -> quizQuestionUid.equals(place.quizQuestionUid()) ? closed(place, sequence) : place);
    }

    void closeAll(long sequence) {
        places.replaceAll(place -> closed(place, sequence));
    }

    private static PushPlace closed(PushPlace place, long sequence) {
        return place.closingSequence() == null ? place.closedBy(sequence) : place;
    }
}
