package encore.kernel.shows.stats;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.stats.StatsRow.FeedPeriod;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries for the stored rows of statistics, oldest first, to which {@link StatsQuery} adds names, texts and counts. */
public sealed interface TimelineQuery<R> extends Query<R> {

    /**
     * The pushes of overlays.
     *
     * @param overlayType only overlays of this type; null for all
     */
    record FindPushes(
            long account, long pageTabId, @Nullable OverlayType overlayType, SecondRange seconds, NextKey paging)
            implements TimelineQuery<Page<OverlayPush>> {}

    /** The questions that were pushed, by their first push. */
    record FindQuestionPushes(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements TimelineQuery<Page<PushedQuestion>> {}

    /** The minutes in which somebody was in the show. */
    record FindMinutes(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements TimelineQuery<Page<Minute>> {}

    /** The times for which feeds were live. */
    record FindFeedPeriods(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements TimelineQuery<Page<FeedPeriod>> {}

    /** The sums of what each fan staked and was paid in a range of seconds, by fan_id. */
    record FindStakeSums(
            long account, long pageTabId, @Nullable Long tabItemId, SecondRange seconds, NextKey paging)
            implements TimelineQuery<Page<StakeSum>> {}

    /**
     * A push of an overlay.
     *
     * @param publicName of a quiz question its text
     */
    record OverlayPush(
            long position,
            String appOverlayUid,
            @Nullable OverlayType overlayType,
            @Nullable String publicName,
            Instant startedAt,
            @Nullable Instant endedAt) {}

    /**
     * A question with everything that it showed at its first push.
     *
     * @param rightAnswers the indexes of the right options; null until the results are shown
     */
    record PushedQuestion(
            String quizQuestionUid,
            String question,
            List<String> options,
            Instant pushedAt,
            @Nullable Instant resultsAt,
            @Nullable List<Integer> rightAnswers) {

        public PushedQuestion {
            options = List.copyOf(options);
            rightAnswers = rightAnswers == null ? null : List.copyOf(rightAnswers);
        }

        /** Returns whether an option is right; null until the results are shown, and when no answer is wrong. */
        public @Nullable Boolean isCorrect(int answerIdx) {
            return rightAnswers == null || rightAnswers.isEmpty() ? null : rightAnswers.contains(answerIdx);
        }
    }

    /** A minute of a show. */
    record Minute(Instant start, long fanCount, long connectionCount, long openedCount, long closedCount) {}

    /** The sums of the stakes of a fan. */
    record StakeSum(long fanId, long debitPointCount, long creditPointCount) {}
}
