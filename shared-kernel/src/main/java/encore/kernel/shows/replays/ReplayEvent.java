package encore.kernel.shows.replays;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to the replays of an account. The clock of a replay follows from these events and the stamps
 * of the log ({@link ReplayClock}).
 */
public sealed interface ReplayEvent extends Event.ManagementAction {

    ReplaysId replays();

    String replayUid();

    long pageTabId();

    @Override
    default String target() {
        return replays().toString();
    }

    /**
     * A replay was opened. Its clock begins at {@code from}.
     *
     * @param from the first second of the show that is shown
     * @param to the last second, inclusive
     * @param speed the seconds of the show that pass in a second, 1 to 100
     * @param fanIds the fans who may join
     */
    @Revision("1")
    record ReplayOpened(
            ReplaysId replays,
            @PublishedValue @NotPersonal("a uid of ours") String replayUid,
            @PublishedValue long pageTabId,
            Instant from,
            Instant to,
            @PublishedValue int speed,
            @PublishedValue boolean isPaused,
            @PublishedValue List<Long> fanIds)
            implements ReplayEvent {

        public ReplayOpened {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * The clock of a replay was set: it goes on from where it stood, or from {@code seek}.
     *
     * @param speed the speed from now on
     * @param isPaused whether it stands from now on
     * @param seek the time of the show from which it goes on; null where the clock stood
     */
    @Revision("1")
    record ReplayClockSet(
            ReplaysId replays,
            @PublishedValue @NotPersonal("a uid of ours") String replayUid,
            @PublishedValue long pageTabId,
            @PublishedValue int speed,
            @PublishedValue boolean isPaused,
            @Nullable Instant seek)
            implements ReplayEvent {}

    /** A replay ended: staff ended it, or its time was over. */
    @Revision("1")
    record ReplayEnded(
            ReplaysId replays,
            @PublishedValue @NotPersonal("a uid of ours") String replayUid,
            @PublishedValue long pageTabId)
            implements ReplayEvent {}
}
