package encore.kernel.shows.windows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The windows of a quiz question.
 *
 * @param optionCount the number of its options: an answer is below it
 * @param windows the latest windows, newest first; empty when all of them closed long ago
 */
public record QuizWindows(int optionCount, boolean areResultsShown, List<ShowWindow> windows) {

    public QuizWindows {
        windows = List.copyOf(windows);
    }

    /** Returns the window that takes an answer. */
    public Optional<ShowWindow> taking(Instant receivedAt, Instant now) {
        return windows.stream().filter(window -> window.takes(receivedAt, now)).findFirst();
    }
}
