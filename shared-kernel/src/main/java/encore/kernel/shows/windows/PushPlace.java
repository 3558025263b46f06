package encore.kernel.shows.windows;

import org.jspecify.annotations.Nullable;

/**
 * The place of a push that opened a window, in the stream of its show. Its times are those that the log stamped on the two
 * events, so they are looked up in the log.
 *
 * @param sequence the sequence of the push in the stream
 * @param closingSequence the sequence of the event that closed the window early; null for none
 * @param quizQuestionUid null for a clicker
 * @param optionCount the number of options of the quiz question; 0 for a clicker
 * @param overlayTimer seconds for which the window is open, without the second of grace; null for no end
 * @param overlayDelay seconds between the push and the opening
 * @param pointsPerClick of a clicker
 * @param maxPoints the most points that a fan gets from this push of a clicker; null for no bound
 */
public record PushPlace(
        long sequence,
        @Nullable Long closingSequence,
        @Nullable String quizQuestionUid,
        int optionCount,
        @Nullable Integer overlayTimer,
        int overlayDelay,
        long pointsPerClick,
        @Nullable Long maxPoints) {

    public PushPlace closedBy(long closing) {
        return new PushPlace(
                sequence, closing, quizQuestionUid, optionCount, overlayTimer, overlayDelay, pointsPerClick, maxPoints);
    }
}
