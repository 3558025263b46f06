package encore.command.shows.scores;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Awards the points of each right answer when the results of its question are shown. There may be 100,000 answers: they
 * are paid a batch at a time. An answer that is recorded later, because it waited, is paid at once.
 */
@Component
class WhenResultsShownThenAwardPoints implements Automation {

    static final int BATCH = 500;

    /** @param since the position of the answer: its ordinal among the commands of one event */
    record WaitingAnswer(PlayerId player, int answerIdx, long since) {}

    /** @param rightAnswers empty when nobody gets points */
    record ShownResults(List<Integer> rightAnswers, long pointCount) {

        ShownResults {
            rightAnswers = List.copyOf(rightAnswers);
        }

        long pointsOf(int answerIdx) {
            return rightAnswers.contains(answerIdx) ? pointCount : 0;
        }
    }

    @Override
    public Reactions reactions() {
        return LiveAwards.addTo(Reactions.of(AwardLivePoints.class))
                .keeping(WaitingAnswer.class, ShownResults.class)
                .withoutPersonalData()
                .on(QuizQuestionAnswered.class, WhenResultsShownThenAwardPoints::answered)
                .on(QuizResultsShown.class, WhenResultsShownThenAwardPoints::shown);
    }

    private static void answered(QuizQuestionAnswered event, RecordedEvent recordedEvent, ProcessContext process) {
        String question = key(event.player().campaign(), event.quizQuestionUid());
        ShownResults results = process.get(ShownResults.class, question);
        var answer = new WaitingAnswer(event.player(), event.answerIdx(), recordedEvent.position());
        if (results == null) {
            process.put(question + event.player().fanId(), answer);
        } else {
            pay(answer, results, event.quizQuestionUid(), 1, process);
        }
    }

    private static void shown(QuizResultsShown event, RecordedEvent recordedEvent, ProcessContext process) {
        String question = key(event.show().campaign(), event.quizQuestionUid());
        if (process.get(ShownResults.class, question) == null) {
            process.put(question, new ShownResults(event.rightAnswers(), event.pointCount()));
            process.beginLongWork(question + " " + event.quizQuestionUid() + " " + question);
        }
    }

    /** Pays one batch. The cursor is the key prefix of the answers, the question, and the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String[] place = cursor.split(" ", -1);
        ShownResults results =
                Objects.requireNonNull(process.get(ShownResults.class, place[0]), "the results that began this work");
        List<KeyedDocument<WaitingAnswer>> batch = process.list(WaitingAnswer.class, place[0], place[2], BATCH);
        for (KeyedDocument<WaitingAnswer> each : batch) {
            pay(each.document(), results, place[1], each.document().since(), process);
            process.remove(WaitingAnswer.class, each.key());
        }
        return batch.size() < BATCH
                ? null
                : place[0] + " " + place[1] + " " + batch.getLast().key();
    }

    private static void pay(
            WaitingAnswer answer, ShownResults results, String question, long ordinal, ProcessContext process) {
        long points = results.pointsOf(answer.answerIdx());
        if (points > 0) {
            process.send(ordinal, LiveAwards.award(answer.player(), "quiz/" + question, null, points, process));
        }
    }

    private static String key(CampaignId campaign, String quizQuestionUid) {
        return LiveAwards.key(campaign) + "/" + quizQuestionUid + "/";
    }
}
