package encore.query.shows.boards;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.clicks.ClickPoints;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of staff that a board depends on. Each change has the position of its event, so the events
 * make the same record in any order.
 *
 * @param statePosition the position of the last change of the state, 0 before the first
 * @param stateAt the time of the last change of the state
 */
record ShowRecord(
        long account,
        long pageTabId,
        ShowState state,
        long statePosition,
        Instant stateAt,
        List<Question> questions,
        List<Clicker> clickers) {

    ShowRecord {
        questions = List.copyOf(questions);
        clickers = List.copyOf(clickers);
    }

    /**
     * A question that was pushed, or whose results were shown.
     *
     * @param options the answers to choose from
     * @param pushes the positions of its pushes
     */
    record Question(
            String quizQuestionUid,
            List<String> options,
            List<Long> pushes,
            @Nullable Results results) {

        Question {
            options = List.copyOf(options);
            pushes = List.copyOf(pushes);
        }
    }

    /** @param position the position of the event that showed them */
    record Results(List<Integer> rightAnswers, long pointCount, long position) {

        Results {
            rightAnswers = List.copyOf(rightAnswers);
        }

        boolean isRight(int answerIdx) {
            return rightAnswers.contains(answerIdx);
        }
    }

    /** A push of a clicker. */
    record Clicker(long position, ClickPoints points) {}

    static String key(CampaignId campaign) {
        return campaign.account() + "." + campaign.number();
    }

    static ShowRecord empty(CampaignId campaign) {
        return new ShowRecord(
                campaign.account(), campaign.number(), ShowState.OFF, 0, Instant.EPOCH, List.of(), List.of());
    }

    ShowRecord after(ShowStateChanged event, long position, Instant at) {
        return position <= statePosition
                ? this
                : new ShowRecord(account, pageTabId, event.state(), position, at, questions, clickers);
    }

    ShowRecord after(OverlayPushed event, long position) {
        Overlay overlay = event.shown().overlay();
        if (overlay.overlayType() == OverlayType.CLICKER) {
            return with(questions, added(clickers, new Clicker(position, ClickPoints.of(overlay))));
        }
        String uid = overlay.quizQuestionUid();
        if (overlay.overlayType() != OverlayType.QUIZ_QUESTION || uid == null) {
            return this;
        }
        Question before = question(uid).orElse(new Question(uid, List.of(), List.of(), null));
        List<Long> pushes = Stream.concat(before.pushes().stream(), Stream.of(position))
                .distinct()
                .sorted()
                .toList();
        // The options do not change after the first push.
        List<String> shown = event.shown().options();
        List<String> options = before.options().isEmpty() && shown != null ? shown : before.options();
        return with(replaced(new Question(uid, options, pushes, before.results())), clickers);
    }

    ShowRecord after(QuizResultsShown event, long position) {
        String uid = event.quizQuestionUid();
        Question before = question(uid).orElse(new Question(uid, List.of(), List.of(), null));
        Results earlier = before.results();
        if (earlier != null && earlier.position() <= position) {
            return this;
        }
        var results = new Results(event.rightAnswers(), event.pointCount(), position);
        return with(replaced(new Question(uid, before.options(), before.pushes(), results)), clickers);
    }

    Optional<Question> question(String quizQuestionUid) {
        return questions.stream()
                .filter(question -> question.quizQuestionUid().equals(quizQuestionUid))
                .findFirst();
    }

    private ShowRecord with(List<Question> newQuestions, List<Clicker> newClickers) {
        return new ShowRecord(account, pageTabId, state, statePosition, stateAt, newQuestions, newClickers);
    }

    /** Returns the questions with one in place of its earlier form, in the order of their uids. */
    private List<Question> replaced(Question question) {
        List<Question> all = new ArrayList<>(questions);
        all.removeIf(each -> each.quizQuestionUid().equals(question.quizQuestionUid()));
        all.add(question);
        all.sort(Comparator.comparing(Question::quizQuestionUid));
        return all;
    }

    private static List<Clicker> added(List<Clicker> clickers, Clicker clicker) {
        return Stream.concat(clickers.stream(), Stream.of(clicker))
                .distinct()
                .sorted(Comparator.comparingLong(Clicker::position))
                .toList();
    }
}
