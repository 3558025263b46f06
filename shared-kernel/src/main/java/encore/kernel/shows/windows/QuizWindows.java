package encore.kernel.shows.windows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The times in which a quiz question takes or took answers.
 *
 * @param optionCount the number of its options; an answer is the index of one, from 0
 * @param windows the latest windows, newest first; empty when all of them closed long ago
 */
public record QuizWindows(int optionCount, boolean areResultsShown, List<ShowWindow> windows) {

    public QuizWindows {
        windows = List.copyOf(windows);
    }

    /**
     * Returns the window in which an answer counts: the answer reached a gateway while the window was open, and the window
     * is open still or closed a moment ago ({@link ShowWindow#LATENESS}). Empty if the answer came too early or too late.
     *
     * @param receivedAt when the answer reached a gateway
     * @param now the time of the log at which it is decided
     */
    public Optional<ShowWindow> taking(Instant receivedAt, Instant now) {
        return windows.stream().filter(window -> window.takes(receivedAt, now)).findFirst();
    }
}
