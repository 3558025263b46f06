package encore.kernel.shows.scores;

import encore.kernel.Command;
import encore.kernel.points.LedgerId;
import encore.kernel.points.RecordedAward;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.players.PlayerId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands of points that fans get in a live show. */
public sealed interface ScoreCommand<R> extends Command<R> {

    /**
     * Reports points of a game of the page. The points count within the limits of the game.
     *
     * @param pointCount from 1
     * @param fanPointUid the uid of the record of points, generated before the command
     * @param receivedAt when the report reached a gateway, by the clock of the log
     */
    record ReportGamePoints(PlayerId player, String gameKey, long pointCount, String fanPointUid, Instant receivedAt)
            implements ScoreCommand<CountedGamePoints> {

        @Override
        public PlayerId stream() {
            return player;
        }
    }

    /** Records a report of a game whose limits were asked for. */
    record RecordGamePoints(PlayerId player, Game game, long pointCount, String fanPointUid, Instant receivedAt)
            implements ScoreCommand<CountedGamePoints> {

        @Override
        public PlayerId stream() {
            return player;
        }
    }

    /**
     * Awards points of a live show to a fan, once for each key.
     *
     * @param liveKey names what the points are for, such as {@code 17/quiz/<quiz_question_uid>}
     * @param fanPointUid the uid of the record of points; null to mint one
     * @param count from 1
     * @param activityUid the activity of the fan's first join; null when the fan has not joined
     */
    record AwardLivePoints(
            LedgerId ledger,
            PlayerId player,
            String liveKey,
            @Nullable String fanPointUid,
            long count,
            @Nullable String activityUid)
            implements ScoreCommand<RecordedAward> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }

    /**
     * Adds points of a live show to a ledger, once for each key.
     *
     * @param activityUid the activity of the fan's first join; null when the fan has not joined
     */
    record PayLivePoints(
            LedgerId ledger,
            PlayerId player,
            String liveKey,
            String fanPointUid,
            long count,
            @Nullable String activityUid)
            implements ScoreCommand<RecordedAward> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }
}
