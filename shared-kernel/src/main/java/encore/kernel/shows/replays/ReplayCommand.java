package encore.kernel.shows.replays;

import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.shows.replays.ReplayQuery.FindReplay;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of an account's replays. Each answers the replay that it is about. */
public sealed interface ReplayCommand extends Command<SavedReplay> {

    ReplaysId replays();

    @Override
    default ReplaysId stream() {
        return replays();
    }

    /**
     * Opens a replay of a show.
     *
     * @param to the last second of the show that is shown. It must be over
     * @param fanIds the fans who may join. They must be known
     */
    record OpenReplay(
            ReplaysId replays,
            String replayUid,
            long pageTabId,
            Instant from,
            Instant to,
            int speed,
            boolean isPaused,
            List<Long> fanIds)
            implements ReplayCommand, Command.Save<SavedReplay, Replay> {

        public OpenReplay {
            fanIds = List.copyOf(fanIds);
        }

        @Override
        public Query<Replay> record(SavedReplay saved) {
            return new FindReplay(replays.account(), saved.pageTabId(), saved.replayUid());
        }
    }

    /**
     * Sets the clock of a replay. The path names it, so one that is unknown or has ended is refused as unknown.
     *
     * @param speed null for no change
     * @param isPaused null for no change
     * @param seek the time of the show to go on from; null for no change
     */
    record SetReplayClock(
            ReplaysId replays,
            String replayUid,
            long pageTabId,
            @Nullable Integer speed,
            @Nullable Boolean isPaused,
            @Nullable Instant seek)
            implements ReplayCommand, Command.Save<SavedReplay, Replay> {

        @Override
        public Query<Replay> record(SavedReplay saved) {
            return new FindReplay(replays.account(), saved.pageTabId(), saved.replayUid());
        }
    }

    /** Ends a replay. The path names it, so one that is unknown or has ended is refused as unknown. */
    record EndReplay(ReplaysId replays, String replayUid, long pageTabId) implements ReplayCommand {}
}
