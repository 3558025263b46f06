package encore.kernel.shows;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A quiz question that was pushed in a show.
 *
 * @param lastPushTimestamp when it was last pushed
 * @param resultsTimestamp when its results were shown; null while they are not
 */
public record PushedQuestion(
        String quizQuestionUid,
        Instant lastPushTimestamp,
        @Nullable Instant resultsTimestamp) {}
