package encore.kernel.shows.stats;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of detailed_stats. Each target has rows of one kind. Names are those of now. */
public sealed interface StatsRow {

    /** A fan on the leaderboard. */
    record RankedPlayer(
            long rank,
            long fanId,
            @Nullable String displayName,
            long correctAnswerCount,
            long points,
            long clickerPoints)
            implements StatsRow {}

    /** A record of points with the page_tab_id of the show. */
    record PointRecord(
            long fanId,
            String fanPointUid,
            long pointCount,
            String pointSource,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso)
            implements StatsRow {}

    /**
     * An answer to choose from of a question that was pushed.
     *
     * @param isCorrect null until the results are shown, and when no answer is wrong
     * @param answerCount the number of fans who chose it
     * @param pushTimestamp the time of the question's first push
     * @param resultsTimestamp null until the results are shown
     */
    record QuizResult(
            String quizQuestionUid,
            String question,
            int answerIdx,
            String answer,
            @Nullable Boolean isCorrect,
            long answerCount,
            @WireTime(WireTime.Form.SECONDS) Instant pushTimestamp,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant resultsTimestamp)
            implements StatsRow {}

    /**
     * A push of a clicker.
     *
     * @param fanCount the number of fans who clicked
     */
    record ClickerResult(
            String clickerInstanceUid,
            @Nullable String overlayPublicName,
            @WireTime(WireTime.Form.SECONDS) Instant pushTimestamp,
            long fanCount,
            long clickCount)
            implements StatsRow {}

    /**
     * A message of the chat.
     *
     * @param message the text, HTML-escaped
     * @param moderatorStatus {@code moderator} or null
     * @param removedTimestamp null for a message that is not removed
     * @param reportCount the number of reports since a moderator last restored or unflagged it
     */
    record ChatRecord(
            String chatMessageUid,
            String message,
            String roomName,
            @Nullable String displayName,
            @WireTime(WireTime.Form.SECONDS) Instant unixTimestamp,
            long fanId,
            @Nullable String moderatorStatus,
            boolean isRemoved,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant removedTimestamp,
            long reportCount)
            implements StatsRow {}

    /**
     * A time for which an overlay was live.
     *
     * @param overlayPublicName of a quiz question its text
     * @param endTimestamp null while it is live
     * @param interactions how often fans did something with it, by the name of the action
     */
    record OverlayPeriod(
            String overlayLogUid,
            String appOverlayUid,
            @Nullable OverlayType overlayType,
            @Nullable String overlayPublicName,
            @WireTime(WireTime.Form.SECONDS) Instant startTimestamp,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant endTimestamp,
            Map<String, Long> interactions)
            implements StatsRow {

        public OverlayPeriod {
            interactions = Map.copyOf(interactions);
        }
    }

    /**
     * A time for which a feed was live.
     *
     * @param feedName its name when it went live
     * @param endTimestamp null while it is live
     */
    record FeedPeriod(
            String videoEndpointUid,
            @Nullable String feedName,
            @WireTime(WireTime.Form.SECONDS) Instant startTimestamp,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant endTimestamp)
            implements StatsRow {}

    /**
     * The fans in a show during a minute.
     *
     * @param timestamp the beginning of the minute
     * @param fanCount the most fans at once
     */
    record FanMinute(@WireTime(WireTime.Form.SECONDS) Instant timestamp, long fanCount) implements StatsRow {}

    /**
     * The connections to a show during a minute, those of guests too.
     *
     * @param timestamp the beginning of the minute
     * @param connectionCount the connections at its end
     * @param openedCount the connections that came in it
     * @param closedCount the connections that left in it
     */
    record ConnectionMinute(
            @WireTime(WireTime.Form.SECONDS) Instant timestamp,
            long connectionCount,
            long openedCount,
            long closedCount)
            implements StatsRow {}

    /**
     * The stakes of a fan.
     *
     * @param debitPointCount the points that the fan staked
     * @param creditPointCount the points that the fan was paid, or got back
     */
    record WagerSums(long fanId, @Nullable String displayName, long debitPointCount, long creditPointCount)
            implements StatsRow {}
}
