package encore.kernel.shows.clicks;

import encore.kernel.Command;
import java.time.Instant;
import java.util.List;

/** The commands of clicks. */
public sealed interface ClickCommand<R> extends Command<R> {

    /** The most totals in one command. */
    int MAX_TOTALS = 1_000;

    /**
     * The total of a fan as a gateway got it.
     *
     * @param receivedAt when it reached the gateway, by the clock of the log
     */
    record ReceivedTotal(long fanId, long clickCount, Instant receivedAt) {}

    /**
     * Counts totals of many fans in one event. A clicker that is unknown is refused. A total that came outside the window
     * is left out, and one that is too high counts as the highest that is allowed.
     *
     * @param clickerPosition the position of the clicker's push
     * @param totals at most {@link #MAX_TOTALS}
     */
    record CountClicks(ClicksId clicks, long clickerPosition, List<ReceivedTotal> totals)
            implements ClickCommand<CountedClicks> {

        public CountClicks {
            totals = List.copyOf(totals);
        }

        @Override
        public ClicksId stream() {
            return clicks;
        }
    }
}
