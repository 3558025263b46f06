package encore.command.shows.scores;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Refusal;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.scores.CountedGamePoints;
import encore.kernel.shows.scores.ScoreCommand.RecordGamePoints;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The answers of a player and its reports of games: a part of the player's aggregate. The first answer to a question
 * stands, and games keep within their limits.
 */
public final class PlayerScores {

    /** The indexes of the answers by quiz_question_uid. */
    private Map<String, Integer> answers = new HashMap<>();

    /** By game_key. */
    private Map<String, GameTotal> games = new HashMap<>();

    /** The reports of a game by a player. */
    record GameTotal(long points, int reports, Instant lastAt) {

        static final GameTotal NONE = new GameTotal(0, 0, Instant.EPOCH);

        GameTotal after(GamePointsReported event) {
            return new GameTotal(points + event.pointCount(), reports + 1, event.receivedAt());
        }
    }

    public GivenAnswer decide(RecordAnswer command) {
        Integer before = answers.get(command.quizQuestionUid());
        if (before == null) {
            theAnswerIsInTime(command);
            apply(new QuizQuestionAnswered(
                    command.player(),
                    command.quizQuestionUid(),
                    command.answerIdx(),
                    command.overlayPosition(),
                    command.receivedAt()));
        } else if (before != command.answerIdx()) {
            throw new Refusal(
                    RULE, "answered-otherwise", "answer_idx", "This question was answered. The first answer stands.");
        }
        return new GivenAnswer(command.quizQuestionUid(), command.answerIdx());
    }

    private static void theAnswerIsInTime(RecordAnswer command) {
        if (!command.isInTime()) {
            throw new Refusal(RULE, "window-closed", "quiz_question_uid", "This question takes no answers now.");
        }
    }

    /** Counts a report as far as the game allows. One that counts nothing is no event. */
    public CountedGamePoints decide(RecordGamePoints command) {
        Game game = command.game();
        GameTotal before = games.getOrDefault(game.gameKey(), GameTotal.NONE);
        theGameTakesAnotherReport(game, before);
        theReportIsNotTooEarly(game, before, command.receivedAt());
        long most = game.maxPoints() == null ? Long.MAX_VALUE : game.maxPoints();
        long counted = Math.min(command.pointCount(), Math.max(0, most - before.points()));
        if (counted > 0) {
            apply(new GamePointsReported(
                    command.player(), game.gameKey(), counted, command.fanPointUid(), command.receivedAt()));
        }
        return new CountedGamePoints(counted);
    }

    private static void theGameTakesAnotherReport(Game game, GameTotal before) {
        if (game.maxReports() != null && before.reports() >= game.maxReports()) {
            throw new Refusal(
                    RULE, "reports-used-up", "game_key", "The game takes no more reports of this fan in this show.");
        }
    }

    private static void theReportIsNotTooEarly(Game game, GameTotal before, Instant receivedAt) {
        int seconds = game.minIntervalSeconds() == null ? 0 : game.minIntervalSeconds();
        if (seconds > 0 && receivedAt.isBefore(before.lastAt().plus(Duration.ofSeconds(seconds)))) {
            throw new Refusal(
                    RULE, "report-too-early", "game_key", "The last report of this game came a short time ago.");
        }
    }

    public void evolve(QuizQuestionAnswered event) {
        answers.put(event.quizQuestionUid(), event.answerIdx());
    }

    public void evolve(GamePointsReported event) {
        games.merge(event.gameKey(), GameTotal.NONE.after(event), (before, one) -> before.after(event));
    }
}
