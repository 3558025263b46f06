package encore.kernel.shows.scores;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fan in a show: its rank, points, answers, messages and clicks. Answers count as right, and give points, when their results are shown.
 *
 * @param rank from 1; null for a fan who is hidden or has not taken part
 */
public record PlayerStats(
        long fanId,
        @Nullable Long rank,
        long points,
        long clickerPoints,
        long correctAnswerCount,
        long answerCount,
        long chatMessageCount,
        List<OwnClicks> clickers) {

    public PlayerStats {
        clickers = List.copyOf(clickers);
    }

    /** The fan's total of one push of a clicker. */
    public record OwnClicks(String clickerInstanceUid, long clickCount) {}
}
